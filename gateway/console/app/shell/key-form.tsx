import { useId, useState } from 'preact/hooks'
import { keyProblem, useKey } from '../state/api-key.ts'
import { isKey } from '../state/stored-key.ts'
import { FieldNote } from '../ui/form/field.tsx'
import { ErrorNotice } from '../ui/notice.tsx'

/** Asks for an API key, and says why where the service refused the last one. */
export function KeyForm() {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  const refused = keyProblem.value
  const submit = (event: Event) => {
    event.preventDefault()
    const key = text.trim()
    if (isKey(key)) useKey(key)
    else setWrong(true)
  }
  return (
    <>
      <h1>Inspect a web page</h1>
      <p class="lead">
        PageProbe renders a page in a real browser, reads its metadata, measures how fast it loads, and audits
        what search engines and people with assistive technology make of it.
      </p>
      <ul class="plain">
        <li>
          A <b>snapshot</b> is a screenshot of the page, whole or in part, on a phone, a tablet or a desktop.
        </li>
        <li>
          Its <b>metadata</b> is what search engines and social networks show of it.
        </li>
        <li>
          Its <b>performance</b> is how fast it loads in a lab browser, and what keeps it from being faster.
        </li>
        <li>
          An <b>SEO audit</b> checks some three hundred rules, with the element, the evidence and the remedy.
        </li>
      </ul>
      {refused !== null && <ErrorNotice error={refused} />}
      <form class="panel" onSubmit={submit}>
        <label for={id}>API key</label>
        <div class="row">
          <input
            id={id}
            type="password"
            autocomplete="off"
            spellcheck={false}
            value={text}
            aria-invalid={isWrong}
            aria-describedby={`${id}-note`}
            onInput={(event) => [setText(event.currentTarget.value), setWrong(false)]}
          />
          <button type="submit" class="primary">
            Use this key
          </button>
        </div>
        <FieldNote
          id={`${id}-note`}
          problem={
            isWrong
              ? 'This is no key: a key looks like pp_ABCDEFGH_ followed by 32 letters and digits.'
              : undefined
          }
          hint="The service prints a key at its first start, with a URL that opens this page with it. The key stays in this tab and is forgotten with it."
        />
      </form>
    </>
  )
}
