import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { settings } from './lib/settings.svelte'

settings.dress()
if (import.meta.env.PROD) navigator.serviceWorker?.register('/shell.js').catch(() => undefined) // the shell, for a day without a network
export default mount(App, { target: document.getElementById('app')! })
