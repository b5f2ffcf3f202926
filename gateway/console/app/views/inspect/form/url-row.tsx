import { useEffect, useId, useRef } from 'preact/hooks'
import { FieldNote } from '../../../ui/form/field.tsx'

export interface UrlRowProps {
  readonly url: string
  readonly problem: string | undefined
  /** What follows "Run" on the button; '' = nothing. */
  readonly what: string
  readonly isRunning: boolean
  change(url: string): void
  cancel(): void
}

/** The URL, and the button that runs the checks. */
export function UrlRow({ url, problem, what, isRunning, change, cancel }: UrlRowProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const runButton = useRef<HTMLButtonElement>(null)
  usePastedUrl(input, change)
  // The button that was pressed goes.
  const cancelHere = () => {
    cancel()
    runButton.current?.focus()
  }
  return (
    <div class="field">
      <label for={id}>URL</label>
      <div class="row">
        <input
          ref={input}
          id={id}
          name="url"
          type="text"
          inputMode="url"
          autocomplete="url"
          autocapitalize="off"
          spellcheck={false}
          placeholder="https://example.com/"
          value={url}
          aria-invalid={problem !== undefined}
          aria-describedby={`${id}-note`}
          onInput={(event) => change(event.currentTarget.value)}
        />
        <button ref={runButton} type="submit" class="primary" aria-disabled={isRunning}>
          {what === '' ? 'Run' : `Run ${what}`}
        </button>
        <button type="button" onClick={cancelHere} hidden={!isRunning}>
          Cancel
        </button>
      </div>
      <FieldNote id={`${id}-note`} problem={problem} hint="A public http or https URL." />
    </div>
  )
}

/** A URL that is pasted while nothing has the focus goes into the field: a new page needs no click before. */
function usePastedUrl(input: { readonly current: HTMLInputElement | null }, change: (url: string) => void) {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const isFree = document.activeElement === document.body || document.activeElement?.localName === 'h1'
      const text = event.clipboardData?.getData('text').trim() ?? ''
      if (!isFree || text === '' || document.querySelector('dialog[open]') !== null) return
      event.preventDefault()
      change(text)
      input.current?.focus()
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [change])
}
