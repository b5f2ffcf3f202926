/// <reference lib="dom" />

/**
 * Chromium paints fixed backgrounds only in the first viewport of a capture beyond the viewport. So fixed background images scroll with
 * their elements, and fixed elements behind the whole content become as tall as the page.
 */
export function spreadBackgrounds(root: Document | ShadowRoot = document): void {
  const { scrollHeight } = document.scrollingElement ?? document.documentElement
  const sheet = new CSSStyleSheet()
  // Reading the style of each pseudo-element would take ten times as long as reading those of the elements.
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
  // Elements of plain XML have no `style`, and a form field named `style` hides that of its form.
  if (!(element.style instanceof CSSStyleDeclaration)) return
  const style = getComputedStyle(element)
  if (style.backgroundAttachment.includes('fixed')) scrollBackground(element, style)
  if (isBackdrop(style)) stretch(element, height)
}

function scrollBackground({ style }: HTMLElement, { backgroundAttachment }: CSSStyleDeclaration): void {
  style.setProperty('background-attachment', backgroundAttachment.replaceAll('fixed', 'scroll'), 'important')
}

/** Whether it is fixed behind the content, and as large as the viewport. */
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

/** All functions that `spreadBackgrounds` needs in the page. */
export const spreadBackgroundsUses = [
  spreadBackgrounds,
  spreadElement,
  scrollBackground,
  isBackdrop,
  stretch,
  stretchedPseudo,
]
