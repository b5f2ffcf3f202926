import { useEffect, useId, useRef } from 'preact/hooks'
import type { CreatedKeyBody } from '../../../../access/key-answers.ts'
import { TextBox } from '../../ui/text-box.tsx'

/** A new key, shown once. It is kept nowhere: it is gone when this is closed or the view is left. */
export function NewKey({ created, close }: { created: CreatedKeyBody; close: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => heading.current?.focus(), [created])
  return (
    <section class="panel new-key" aria-labelledby={id}>
      <h2 id={id} ref={heading} tabIndex={-1}>
        The new key
      </h2>
      <p>
        Copy it now: it will not be shown again. The service keeps only a digest of it, and the console keeps
        nothing.
      </p>
      <TextBox label="New key" text={created.key} />
      <p class="row">
        <button type="button" onClick={close}>
          Done
        </button>
      </p>
    </section>
  )
}
