import { Example } from './example.tsx'
import { KeyForm } from './key-form.tsx'

/** What a person without a key sees: what the service does, the form for a key, and an example. The page itself has the texts, too. */
export function FirstVisit() {
  return (
    <>
      <h1>Inspect a web page</h1>
      <p class="lead">
        PageProbe renders a page in a real browser, reads its metadata, measures how fast it loads, and audits
        what search engines and people with assistive technology make of it.
      </p>
      <KeyForm />
      <Example />
    </>
  )
}
