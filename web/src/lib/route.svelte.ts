// Addresses behind the #: every page is the same file, so no server needs to know them.
export type Route = { page: string; id: string; query: URLSearchParams }

export function read(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const [page = '', id = ''] = path.split('/').map(decodeURIComponent)
  return { page: page || 'home', id, query: new URLSearchParams(query) }
}

export function href(page: string, id = '', query: Record<string, string> = {}): string {
  const more = new URLSearchParams(query).toString()
  return `#/${page === 'home' ? '' : page}${id ? `/${encodeURIComponent(id)}` : ''}${more ? `?${more}` : ''}`
}

class Router {
  now = $state<Route>(read(location.hash))
  constructor() {
    addEventListener('hashchange', () => (this.now = read(location.hash)))
  }
  go(page: string, id = '', query: Record<string, string> = {}): void {
    location.hash = href(page, id, query)
  }
}

export const router = new Router()
