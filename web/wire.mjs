// JSON Schema of the protocol to TypeScript: node wire.mjs SCHEMA.json, types on standard output.
import { readFileSync } from 'node:fs'
import { compile } from 'json-schema-to-typescript'

const schema = JSON.parse(readFileSync(process.argv[2], 'utf8'))
const untitled = (form) => {
  if (Array.isArray(form)) return form.map(untitled)
  if (form === null || typeof form !== 'object') return form
  const { title, ...rest } = form // a title would name the type a second time
  const fields = ([name, field]) => [name, untitled(field)] // a field may well be called "title"
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]) => [key, key === 'properties' ? Object.fromEntries(Object.entries(value).map(fields)) : untitled(value)]),
  )
}
for (const [name, form] of Object.entries(schema.definitions)) schema.definitions[name] = untitled(form)
const text = await compile(schema, 'Wire', {
  bannerComment: '',
  additionalProperties: false,
  unreachableDefinitions: true,
  maxItems: -1,
  format: true,
  style: { semi: false, singleQuote: true, printWidth: 120 },
})
const noise = /\n? \*(?: \n \*)? This interface was referenced by `Wire`'s JSON-Schema\n \* via the `definition` "\w+"\./g
process.stdout.write(text.replace(noise, '').replace(/\/\*\*\s*\*\/\n/g, '').replace(/^ \* {3,}/gm, ' * ').replace(/\n \*\s*(?=\n \*\/)/g, '').trimStart())
