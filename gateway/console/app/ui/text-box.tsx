import { useState } from 'preact/hooks'
import { visibleJson } from './page/control-marks.ts'

/** A text to copy: code, a command, JSON. */
export function TextBox({ label, text }: { label: string; text: string }) {
  return (
    <div class="text-box">
      <pre tabIndex={0} role="region" aria-label={label}>
        {text}
      </pre>
      <CopyButton label={label} text={text} />
    </div>
  )
}

function CopyButton({ label, text }: { label: string; text: string }) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = () => {
    navigator.clipboard.writeText(text).then(
      () => setState('copied'),
      () => setState('refused'),
    )
  }
  return (
    <p class="row">
      <button type="button" class="quiet" onClick={copy}>
        Copy<span class="hidden"> {label}</span>
      </button>
      <span class="small" role="status">
        {state === 'copied' && 'Copied'}
        {state === 'refused' && 'The browser refused: select the text and copy it'}
      </span>
    </p>
  )
}

/** A value of the API as it came, formatted. */
export function RawJson({ value }: { value: unknown }) {
  return (
    <details class="panel">
      <summary>Raw JSON</summary>
      <TextBox label="Raw JSON" text={visibleJson(value)} />
    </details>
  )
}
