import { expect } from 'chai'
import { phrases } from '#stages/render/consent/banners.data.ts'
import { bannersScript } from '#stages/render/consent/page/banners.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../lab/lab-pages.ts'

const script = bannersScript({ phrases, platforms: {} })
const text =
  '<p>We use cookies to personalise content and to analyse our traffic. Read our privacy policy.</p>'
const accept = '<button>Accept all</button>'
const pointer = (tag: string, label: string) => `<${tag} style="cursor: pointer">${label}</${tag}>`
const options = (...names: string[]) => names.map((name) => `<option>${name}</option>`).join('')
const rows = (count: number, cell: string) => `<tr><td>${cell}</td></tr>`.repeat(count)
/** A custom element whose shadow tree has this content, and whose own content is the other. */
const custom = (name: string, tree: string, content = '', attributes = '') =>
  `<${name} ${attributes}><template shadowrootmode="open">${tree}</template>${content}</${name}>`

/** Ways to press something, each with a text about cookies in front of it. */
const buttons: Readonly<Record<string, string>> = {
  'div with a class and a pointer': '<div class=btn style="cursor: pointer">Accept all</div>',
  'div with a class alone': '<div class="btn btn-primary">YES</div><div class="btn">NO</div>',
  'div with onclick': '<div onclick="this.remove()">Accept</div>',
  'span with a pointer': pointer('span', 'Reject all'),
  'p with a pointer': pointer('p', 'I agree'),
  'li with a pointer': `<ul>${pointer('li', 'Allow all cookies')}</ul>`,
  'label with a pointer': pointer('label', 'Only necessary'),
  'span in a div with a pointer': pointer('div', '<span><b>Accept all</b></span>'),
  'div with tabindex': '<div tabindex=0>Decline</div>',
  'span with the role of a link': '<span role=link>Accept cookies</span>',
  'link without address': '<a>Accept</a>',
  'md-button': '<md-button>Accept all</md-button>',
  'sl-button with slotted text': custom('sl-button', '<button><slot></slot></button>', 'Reject'),
  'ion-button with text in its tree': custom('ion-button', '<div>Agree</div>'),
  'custom element with an attribute': custom('x-button', '<slot></slot>', '', 'label="Accept all"'),
  'button in trees of trees': custom('x-bar', custom('x-action', '<a>Reject all</a>')),
  'input of type button': '<input type=button value="Accept all">',
  'input of type submit': '<form><input type=submit value="Reject"></form>',
  'input of type image': '<input type=image alt="Accept all">',
  'picture with alt': '<img alt="Accept all" style="cursor: pointer" width=90 height=30>',
  'picture in a link': '<a href="#"><img alt="Accept" width=90 height=30></a>',
  'icon with aria-label': '<button aria-label="Accept all"><svg width=9 height=9></svg></button>',
  'sign with aria-label': '<button aria-label="Reject all">✗</button>',
  'icon with aria-labelledby': '<span id=yes hidden>Accept</span><button aria-labelledby=yes>✓</button>',
  'icon with title': '<button title="Accept all"><i></i></button>',
  'yes and no': '<button>YES</button><button>NO</button>',
  'no, thanks': '<button>No, thanks.</button>',
}

/** What banners contain besides a text about cookies and a button. */
const contents: Readonly<Record<string, string>> = {
  'a language switch': `<select aria-label=Language>${options('English', 'Deutsch')}</select>`,
  'a language switch with a hint': `<select>${options('Choose your language', 'Français', 'Nederlands')}</select>`,
  'languages with countries': `<select>${options('English (US)', 'Português (Brasil)', '中文（简体）')}</select>`,
  'codes of languages': `<select>${options('EN', 'DE', 'FR', 'IT', 'ES', 'PL')}</select>`,
  'codes and names': `<select>${options('en – English', 'de | Deutsch', 'fr-FR')}</select>`,
  'thirty languages': `<select>${options(
    ...'English Deutsch Français Español Italiano Nederlands Polski Português Română Svenska Dansk Suomi Norsk'.split(
      ' ',
    ),
    ...'Čeština Slovenčina Slovenščina Hrvatski Magyar Български Ελληνικά Eesti Latviešu Lietuvių Malti'.split(
      ' ',
    ),
    ...'Gaeilge Türkçe Русский Українська 日本語 한국어'.split(' '),
  )}</select>`,
  'links to languages':
    '<nav><a href="?en">English</a> <a href="?de">Deutsch</a> <a href="?ga">Gaeilge</a></nav>',
  'a list of languages': '<ul><li><a href="?en">EN</a><li><a href="?it">IT</a></ul>',
  'boxes of categories': ['Necessary', 'Statistics', 'Marketing']
    .map((name) => `<label><input type=checkbox> ${name}</label>`)
    .join(''),
  switches: '<div role=switch aria-checked=false tabindex=0>Analytics</div>',
  'radio buttons': '<label><input type=radio> Basic</label><label><input type=radio> All</label>',
  'a list of partners': `<ul>${'<li>Advertising Partner Number One Limited, London</li>'.repeat(200)}</ul>`,
  'a search among partners':
    '<input type=search placeholder="Search vendors"><input type=checkbox> Partner One',
  details: '<details open><summary>Show details</summary><p>Some more text.</p></details>',
  tabs: '<nav role=tablist><button role=tab>Consent</button><button role=tab>About</button></nav>',
  'a table of cookies': `<table>${rows(150, '_ga: Google Analytics, tells visitors apart, two years')}</table>`,
  'legal links': '<nav><a href="/privacy">Privacy policy</a> <a href="/imprint">Imprint</a></nav>',
  'a logo': '<img alt="Our logo" src="data:," width=80 height=40>',
  'a button to close': '<button aria-label="Close">×</button>',
  'an e-mail link': '<a href="mailto:privacy@example.com">privacy@example.com</a>',
  'a frame': '<iframe srcdoc="x" width=50 height=50></iframe>',
  'a heading': '<h2>Your privacy</h2>',
}

const layer = (inner: string) => `<div style="position: fixed; bottom: 0; left: 0; right: 0">${inner}</div>`
const dialog = (inner: string) =>
  `<div role=dialog style="position: fixed; left: 20%; top: 20%; padding: 20px">${inner}</div>`
const note = 'We use cookies on this website, see our privacy policy.'

/** What is no banner, whatever it says about cookies. */
const others: Readonly<Record<string, string>> = {
  'to log in': dialog(
    `<p>${note}</p><input type=text><input type=password><button>Accept and log in</button>`,
  ),
  'to log in elsewhere': dialog(
    `<p>${note}</p><button>Continue with Google</button><button>Sign up</button>`,
  ),
  'a newsletter': dialog(`<p>${note}</p><input type=email><button>Accept</button>`),
  'a newsletter without a field': dialog(`<p>${note}</p><button>Accept and subscribe</button>`),
  'a search': layer(`<p>${note}</p><input type=search><button>OK</button>`),
  'a checkout': dialog(`<p>${note}</p><input autocomplete=cc-number><button>Accept</button>`),
  'a phone number': dialog(`<p>${note}</p><input type=tel><button>Agree</button>`),
  'a text area': dialog(`<p>${note}</p><textarea></textarea><button>Accept</button>`),
  'an editor': dialog(`<p>${note}</p><div contenteditable=true>Write</div><button>Accept</button>`),
  'an age gate': dialog(`<h2>Are you over 18?</h2><p>${note}</p><button>YES</button><button>NO</button>`),
  'an age gate in German': dialog(
    '<p>Sind Sie volljährig? Wir verwenden Cookies auf dieser Website.</p><button>Ja, akzeptieren</button>',
  ),
  'an age gate with a number': dialog(`<p>You have to be 21 to enter. ${note}</p><div class=btn>Yes</div>`),
  'a date of birth': dialog(`<p>${note}</p><input type=date><button>Accept</button>`),
  'a choice of country': dialog(
    `<p>Choose your country. ${note}</p><button>Germany</button><button>Continue</button>`,
  ),
  'a list of countries': dialog(
    `<p>${note}</p><select>${options('Germany', 'France', 'Austria')}</select><button>Accept</button>`,
  ),
  'a list of countries with languages': dialog(
    `<p>${note}</p><select>${options('Belgium (English)', 'Belgique (Français)')}</select><button>OK</button>`,
  ),
  'a list of cities': dialog(
    `<p>${note}</p><select>${options('Paris', 'Lyon')}</select><button>Accept</button>`,
  ),
  'a list of currencies': dialog(
    `<p>${note}</p><select>${options('EUR', 'USD')}</select><button>OK</button>`,
  ),
  'an offer': dialog(`<p>All free articles are read. ${note}</p><button>Accept the offer</button>`),
  notifications: dialog(`<p>News about cookies on this site.</p><button>Allow notifications</button>`),
  'the navigation of the site': layer(
    `<nav><a href="/">Home</a><a href="/shop">Shop</a></nav><p>${note}</p><button>Accept</button>`,
  ),
  'a clickable card': layer(
    `<div style="cursor: pointer"><p>Cookies of the month, from our site</p><p>Accept no substitute</p></div>`,
  ).replace('position: fixed', 'cursor: pointer; position: fixed'),
  'links to policies': layer(
    '<a href="/c">Cookies</a> <a href="/p">Privacy policy</a> <a href="/s">Settings</a>',
  ),
  'a policy in the page': `<section id=cookies><h2>Cookies</h2><p>${note}</p><a href="/choose">Cookie settings</a></section>`,
  'a policy with a choice': `<section class="cookie-policy"><p>${note}</p><a href="/choose">Manage your consent</a></section>`,
}

describe('contents of banners', () => {
  const { open } = labPages({ '/': html('<h1>An ordinary page</h1><p>Its text.</p><div id=place></div>') })

  async function hiddenOf(pieces: Readonly<Record<string, string>>): Promise<string[]> {
    const page = await open()
    await page.load('/')
    const hidden = await page.evaluate(`(() => {
      const banners = ${script}
      return Object.entries(${JSON.stringify(pieces)}).flatMap(([name, html]) => {
        place.setHTMLUnsafe(html)
        banners.sweep(false)
        return place.firstElementChild.checkVisibility() ? [] : [name]
      })
    })()`)
    return hidden as string[]
  }
  const within = (pieces: Readonly<Record<string, string>>, wrap: (inner: string) => string) =>
    Object.fromEntries(Object.entries(pieces).map(([name, inner]) => [name, wrap(inner)]))

  it('are buttons of any kind', async () => {
    const bars = within(buttons, (inner) => layer(text + inner))
    expect(await hiddenOf(bars)).to.deep.equal(Object.keys(buttons))
  })

  it('may be choices, lists, tables and links', async () => {
    const bars = within(contents, (inner) => layer(text + inner + accept))
    expect(await hiddenOf(bars)).to.deep.equal(Object.keys(contents))
    const dialogs = within(contents, (inner) => dialog(inner + text + pointer('div', 'Accept all')))
    expect(await hiddenOf(dialogs)).to.deep.equal(Object.keys(contents))
  })

  it('are no forms, age checks, choices of a country, offers and policies: those stay', async () => {
    expect(await hiddenOf(others)).to.deep.equal([])
  })

  it('are no page about cookies: what holds the main headings stays', async () => {
    const page = await open()
    await page.load('/')
    const shown = await page.evaluate(`(() => {
      const banners = ${script}
      const looks = [
        '<div class="cookie-policy"><h1>Cookies</h1>${text}${accept}</div>',
        '<div id=app style="position: fixed; inset: 0; overflow: auto"><h1>Cookies</h1>${text}${accept}</div>',
      ]
      return looks.map((html) => {
        document.body.setHTMLUnsafe(html)
        banners.sweep(false)
        return document.body.firstElementChild.checkVisibility()
      })
    })()`)
    expect(shown).to.deep.equal([true, true])
  })
})
