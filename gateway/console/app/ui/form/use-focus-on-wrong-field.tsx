import { useEffect } from 'preact/hooks'

/** Moves the focus to the first field that is wrong, each time when there are other problems. They are named by field. */
export function useFocusOnWrongField(problems: Readonly<Record<string, string>>): void {
  useEffect(() => {
    if (Object.keys(problems).length === 0) return
    document.querySelector<HTMLElement>('main [aria-invalid="true"]')?.focus()
  }, [problems])
}
