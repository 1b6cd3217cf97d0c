import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { settings } from './lib/settings.svelte'

settings.dress()
export default mount(App, { target: document.getElementById('app')! })
