import { hydrate, render } from 'preact'
import { apiKey, keyOffer } from '../state/api-key.ts'
import { route } from '../state/route.ts'
import { App } from './app.tsx'
import { views } from './views.tsx'

const root = document.getElementById('app')
if (root === null) throw new Error('the page has no place for the console')

// The page itself has what is shown without a key: it stays as it is, and the form for the key joins it.
const isFirstView =
  apiKey.peek() === null &&
  keyOffer.peek() === null &&
  views.get(route.peek().path[0] ?? '')?.needsKey === true
if (isFirstView) hydrate(<App />, root)
else {
  root.textContent = ''
  render(<App />, root)
}
