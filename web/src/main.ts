import { mount } from 'svelte'
import App from './App.svelte'
import './app.css'
import { dress } from './lib/looks'
import { settings } from './lib/settings.svelte'

settings.dress()
dress(document.documentElement)
export default mount(App, { target: document.getElementById('app')! })
