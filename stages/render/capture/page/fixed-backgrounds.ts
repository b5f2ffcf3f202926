/// <reference lib="dom" />

/**
 * What stands still behind a page that scrolls would be painted in the first view alone, as the browser captures beyond
 * it. So fixed backgrounds go with their elements, and what lies behind all of the content becomes as tall as the page.
 */
export function spreadBackgrounds(root: Document | ShadowRoot = document): void {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const sheet = new CSSStyleSheet()
  // To ask for the style of each of them would take ten times as long as for the elements'.
  const pseudo = ['::before, ::after { background-attachment: scroll !important }']
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    spreadElement(element, scrollHeight)
    if (element.shadowRoot !== null) spreadBackgrounds(element.shadowRoot)
    if (element === document.documentElement || element === document.body) {
      pseudo.push(...stretchedPseudo(element, scrollHeight))
    }
  }
  sheet.replaceSync(pseudo.join('\n'))
  root.adoptedStyleSheets.push(sheet)
}

function spreadElement(element: HTMLElement, height: number): void {
  // Elements of plain XML have none, and a form's field of that name hides it.
  if (!(element.style instanceof CSSStyleDeclaration)) return
  const style = getComputedStyle(element)
  if (style.backgroundAttachment.includes('fixed')) scrollBackground(element, style)
  if (isBackdrop(style)) stretch(element, height)
}

function scrollBackground({ style }: HTMLElement, { backgroundAttachment }: CSSStyleDeclaration): void {
  style.setProperty('background-attachment', backgroundAttachment.replaceAll('fixed', 'scroll'), 'important')
}

/** Fixed behind the content, and as large as the view. */
function isBackdrop({ position, zIndex, width, height }: CSSStyleDeclaration): boolean {
  if (position !== 'fixed' || !(Number(zIndex) < 0)) return false
  const root = document.documentElement
  return Number.parseFloat(width) >= root.clientWidth && Number.parseFloat(height) >= root.clientHeight
}

function stretch({ style }: HTMLElement, height: number): void {
  style.setProperty('transition', 'none', 'important')
  style.setProperty('height', `${height}px`, 'important')
  style.setProperty('bottom', 'auto', 'important')
}

function stretchedPseudo(element: Element, height: number): string[] {
  return ['::before', '::after']
    .filter((pseudo) => isBackdrop(getComputedStyle(element, pseudo)))
    .map(
      (pseudo) =>
        `${element.localName}${pseudo} { transition: none !important; height: ${height}px !important; bottom: auto !important }`,
    )
}

/** All that a script needs to call `spreadBackgrounds`. */
export const spreadBackgroundsUses = [
  spreadBackgrounds,
  spreadElement,
  scrollBackground,
  isBackdrop,
  stretch,
  stretchedPseudo,
]
