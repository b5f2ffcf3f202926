/** The name under which the console keeps the key of the tab. */
const KEY = 'pageprobe-key'
/** Where this page was loaded from, which the document may name otherwise. The page may call no other origin. */
const BASE = new URL('.', location.href).href.replace(/\/$/, '')

const key = sessionStorage.getItem(KEY)

for (const span of document.querySelectorAll('[data-base]')) span.textContent = BASE
if (key !== null) showKey(key)
for (const button of document.querySelectorAll('button[data-copy]')) {
  button.hidden = false
  button.addEventListener('click', () => copy(button))
}
// The text comes first. The reference takes a second of the processor.
if (document.readyState === 'complete') whenIdle(showReference)
else addEventListener('load', () => whenIdle(showReference), { once: true })

/** Says which key is in use, without its secret. */
function showKey(key) {
  const [, id = ''] = /^pp_([A-Za-z0-9]{8})_/.exec(key) ?? []
  const text = document.createElement('span')
  text.className = 'key-in-use'
  text.append('Key ', Object.assign(document.createElement('code'), { textContent: id }))
  document.querySelector('.links').append(text)
}

async function copy(button) {
  const box = button.closest('.text-box')
  const status = box.querySelector('[role=status]')
  const said = await navigator.clipboard.writeText(box.querySelector('pre').textContent).then(
    () => 'Copied',
    () => 'The browser refused: select the text and copy it',
  )
  status.textContent = said
}

function whenIdle(work) {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: 1000 })
  else setTimeout(work)
}

/** Loads Swagger UI and shows the OpenAPI document, with the key of this tab in its calls. */
async function showReference() {
  const [description] = await Promise.all([
    fetch('./openapi.json').then((response) => response.json()),
    loaded('link', { rel: 'stylesheet', href: './docs/reference.css' }),
    loaded('script', { src: './docs/swagger-ui-bundle.js' }),
  ])
  const shown = SwaggerUIBundle({
    spec: { ...description, servers: [{ url: BASE }] },
    dom_id: '#interface',
    plugins: [inThisPage(description.info)],
    layout: 'Reference',
    deepLinking: true,
    displayRequestDuration: true,
    // Its colours are for one ground only.
    syntaxHighlight: false,
    // No outside validator.
    validatorUrl: null,
    onComplete: () => {
      if (key !== null) shown.preauthorizeApiKey('ApiKey', key)
    },
  })
}

/** Swagger UI as a part of a page: without a `main` and an `h1` of its own, and without a link within a button. */
function inThisPage({ title, version, description }) {
  return ({ React: { createElement } }) => ({
    components: {
      DeepLink: ({ text }) => createElement('span', null, text),
      Reference: ({ getComponent }) =>
        createElement(
          'div',
          { className: 'swagger-ui' },
          createElement(
            'div',
            { className: 'info' },
            createElement('h3', { className: 'title' }, `${title} ${version}`),
            createElement(getComponent('Markdown', true), { source: description }),
          ),
          createElement(getComponent('SvgAssets')),
          ...['AuthorizeBtnContainer', 'errors', 'operations', 'Models'].map((name) =>
            createElement(getComponent(name, true), { key: name }),
          ),
        ),
    },
  })
}

/** Adds an element that loads something. */
function loaded(name, attributes) {
  const { promise, resolve, reject } = Promise.withResolvers()
  const element = Object.assign(document.createElement(name), attributes, {
    onload: resolve,
    onerror: reject,
  })
  document.head.append(element)
  return promise
}
