import { expect } from 'chai'
import { readPreconnects } from '#stages/render/lab/requests/page/preconnects.ts'
import { html } from '#test/site/lab-resources/pages.ts'
import { labPages } from '../../../lab-pages.ts'

const hint = (href: string, rel = 'preconnect') => `<link rel="${rel}" href="${href}">`

describe('the origins that a page connects to ahead', () => {
  const { site, open } = labPages({
    '/hints': html(
      [
        ...[
          hint('https://a.example/x'),
          hint('https://a.example'),
          hint('//b.example:81', 'dns-prefetch PreConnect'),
        ],
        ...[hint('https://c.example', 'dns-prefetch'), hint('ftp://d.example'), hint('http://[')],
        hint('/own'),
      ].join(''),
    ),
    '/added': html(`<script>
      document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: 'https://a.example' }))
    </script>`),
    '/names': html(
      `${hint('https://a.example')}<form name=getElementsByTagName></form><img name=links>
      <svg><link rel=preconnect href="https://b.example"></link></svg>`,
    ),
    '/many': html(`${Array.from({ length: 60 }, (_, index) => hint(`https://${index}.example`)).join('')}`),
    '/far': html(`${'<link rel=x>'.repeat(2000)}${hint('https://a.example')}`),
    '/none': html('<p>x'),
  })
  async function found(path: string): Promise<string[]> {
    const page = await open()
    await page.load(path)
    return readPreconnects(page.tab)
  }

  it('are each reported once', async () => {
    expect(await found('/hints')).to.deep.equal([
      'https://a.example',
      'http://b.example:81',
      new URL(site().url('/')).origin,
    ])
    expect(await found('/added')).to.deep.equal(['https://a.example'])
    expect(await found('/none')).to.deep.equal([])
  })

  it('are found where names of elements hide properties', async () => {
    expect(await found('/names')).to.include('https://a.example')
  })

  it('are reported to a limit', async () => {
    expect(await found('/many')).to.have.length(50)
    expect(await found('/far')).to.deep.equal([])
  })
})
