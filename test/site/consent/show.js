// Shows the page's banner `at` milliseconds after loading; never without that number. Its buttons do what those of banners do.
const at = new URL(location.href).searchParams.get('at')
const template = document.getElementById('banner')

function show() {
  const { shadow, lock, modal } = template.dataset
  const parts = template.content.cloneNode(true)
  const shown = [...parts.children]
  if (shadow) {
    const host = shown[0]
    host.attachShadow({ mode: shadow }).append(...host.childNodes)
  }
  document.body.append(parts)
  document.documentElement.dataset.shown = ''
  if (lock) document.body.classList.add('locked')
  if (modal) shown[0].showModal()
  const close = (choice) => () => {
    document.documentElement.dataset.choice = choice
    for (const element of shown) element.remove()
    document.body.classList.remove('locked')
  }
  for (const root of [document, shown[0]?.shadowRoot]) {
    for (const button of root?.querySelectorAll('[data-refuse]') ?? []) button.addEventListener('click', close('refuse'))
    for (const button of root?.querySelectorAll('[data-accept]') ?? []) button.addEventListener('click', close('accept'))
  }
}
if (template && /^\d+$/.test(at ?? '')) setTimeout(show, Number(at))
