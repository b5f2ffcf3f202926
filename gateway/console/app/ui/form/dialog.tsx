import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

export interface ConfirmProps {
  readonly title: string
  /** The text of the button that does it. */
  readonly action: string
  /** Whether it can be done; default: yes. */
  readonly isPossible?: boolean
  /** The text of the button that does nothing; default: Back. */
  readonly back?: string
  readonly children: ComponentChildren
  confirm(): void
  close(): void
}

/**
 * Asks before something is done that cannot be undone. The focus is on the button that does nothing at first, so that a hasty key does no harm; Escape
 * closes it, too. Then the focus goes back to what opened it.
 */
export function Confirm({
  title,
  action,
  isPossible = true,
  back: backText = 'Back',
  children,
  confirm,
  close,
}: ConfirmProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => {
    const opener = document.activeElement
    dialog.current?.showModal()
    back.current?.focus()
    return () => {
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus()
    }
  }, [])
  return (
    <dialog ref={dialog} aria-labelledby={id} onClose={close}>
      <h2 id={id}>{title}</h2>
      {children}
      <p class="row">
        <button
          type="button"
          class="danger"
          disabled={!isPossible}
          onClick={() => {
            confirm()
            dialog.current?.close()
          }}
        >
          {action}
        </button>
        <button ref={back} type="button" onClick={() => dialog.current?.close()}>
          {backText}
        </button>
      </p>
    </dialog>
  )
}
