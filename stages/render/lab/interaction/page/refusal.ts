import type { Wording } from '../wording.data.ts'
import { flatPath, labelsOf, ownNames } from './flat-tree.ts'

/** Why an element may not be operated, in snake_case: infra/docs/clients.md#performance. */
export type Refusal =
  | 'navigates'
  | 'submits'
  | 'file'
  | 'wording'
  | 'consent'
  | 'dialog'
  | 'editable'
  | 'form'
  | 'label'

/** In the page. A reason that lies in what an element and those around it are, not in its words. */
export function structuralRefusal(element: Element): Refusal | null {
  const path = flatPath(element)
  const isOf = (selector: string) => path.some((one) => one.matches(selector))
  const isInForm = isOf('form')
  const LINK = 'a[href], area[href], [role="link"]'
  const QUIET = 'a[href^="#"]'
  const leads = (one: Element) => {
    const isEmpty = /^javascript:(void\(?0\)?|undefined|false)?;*$/i.test(
      (one.getAttribute('href') ?? '').replace(/\s/g, ''),
    )
    const isPart = one.localName.includes('-') && one.hasAttribute('href')
    return isPart || (one.matches(LINK) && !one.matches(QUIET) && !isEmpty)
  }
  const sends = (one: Element) => {
    const { type, form } = one as HTMLButtonElement
    if (one.matches('input:is([type="submit"], [type="image"], [type="reset"])')) return true
    if (one.localName === 'button') return type !== 'button' && (form !== null || isInForm)
    return one.localName.includes('-') && /^(submit|reset)$/i.test(one.getAttribute('type') ?? '')
  }
  if (path.some(leads)) return 'navigates'
  if (path.some(sends)) return 'submits'
  if (isOf('input[type="file"], a[download]')) return 'file'
  if (isOf('[contenteditable]:not([contenteditable="false"])')) return 'editable'
  return element.matches('[aria-haspopup="dialog"]') ? 'dialog' : null
}

/** In the page. Whether ticking or choosing in the form of the element is no more than filtering: it is neither posted nor personal. */
export function isFilterForm(element: Element): boolean {
  const PERSONAL =
    'input:is([type="password"], [type="email"], [type="tel"], [type="file"]), textarea, [autocomplete^="cc-"]'
  const form = flatPath(element).find(({ localName }) => localName === 'form') as HTMLFormElement | undefined
  const owner = form ?? (element as HTMLInputElement).form ?? null
  if (owner === null) return true
  return !/^post$/i.test(owner.getAttribute('method') ?? '') && owner.querySelector(PERSONAL) === null
}

/** In the page. Whether an element belongs to a dialog or bar that asks for consent. */
export function isInConsent(element: Element, { consent }: Wording): boolean {
  const [MOST_LEVELS, MOST_CHARS] = [12, 6000]
  const NAMED =
    '[role="dialog"], [role="alertdialog"], dialog, [id*="cookie" i], [class*="cookie" i], [id*="consent" i], [class*="consent" i]'
  const asks = new RegExp(consent, 'iu')
  const isLayer = (one: Element) => one.matches(NAMED) || /fixed|sticky/.test(getComputedStyle(one).position)
  return flatPath(element)
    .slice(0, MOST_LEVELS)
    .some((one) => {
      if (one.matches('html, body, main') || !isLayer(one)) return false
      const text = `${one.textContent} ${one.shadowRoot?.textContent ?? ''}`
      return text.length <= MOST_CHARS && asks.test(text)
    })
}

/** In the page. Whether what stands on an element says that it may do more than show something. */
export function isConsequential(element: Element, { consequential, binding }: Wording): boolean {
  const TICKED = 'input:is([type="checkbox"], [type="radio"], [type="range"], [type="number"]), select'
  const FIELD = 'input:is([type="text"], [type="search"], :not([type])), textarea'
  const words = new RegExp(element.matches(TICKED) ? binding : consequential, 'iu')
  // What stands beside a field tells what is to be written.
  const fieldNames = ['aria-label', 'id', 'title', 'value'].map((name) => element.getAttribute(name) ?? '')
  const labels = element.matches(FIELD) ? fieldNames : labelsOf(element)
  const isWordless = labels.every((text) => !/\p{L}/u.test(text))
  const handler = element.localName === 'button' ? '' : (element.getAttribute('onclick') ?? '').slice(0, 200)
  return words.test([...labels, ...(isWordless ? ownNames(element) : []), handler].join(' '))
}

/**
 * In the page. Why an element may not be operated; null when its activation seems to do no more than show something. Ticking and choosing
 * is judged by its form too, and by fewer words.
 */
export function refusalOf(element: Element, wording: Wording): Refusal | null {
  const CHOICE = 'input:is([type="checkbox"], [type="radio"], [type="range"], [type="number"]), select'
  const structural = structuralRefusal(element)
  if (structural !== null) return structural
  const label = flatPath(element).find(({ localName }) => localName === 'label') as
    | HTMLLabelElement
    | undefined
  if (label !== undefined && label.control !== element) return 'label'
  if (isConsequential(element, wording)) return isInConsent(element, wording) ? 'consent' : 'wording'
  return element.matches(CHOICE) && !isFilterForm(element) ? 'form' : null
}
