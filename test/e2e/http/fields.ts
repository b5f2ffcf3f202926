import { expect } from 'chai'
import type { ContractFixture } from './contract-fixture.ts'
import { MANY } from './site.ts'

/** Keys that are always present (infra/docs/clients.md#metadata). */
const constant = ['url', 'final_url', 'fetched_at', 'extraction']
const basic = 'title description charset language canonical keywords author publisher'.split(' ')

/** The keys of the answer that each field group fills (infra/docs/clients.md#field-groups). */
const groups: Readonly<Record<string, readonly string[]>> = {
  basic,
  og: ['og', 'site_name'],
  twitter: ['twitter'],
  schema: ['schema_org_summary'],
  media: ['images', 'truncated'],
  icons: ['icons'],
  links: ['links', 'truncated'],
  http: ['http'],
  indexability: ['indexability'],
  counters: ['content'],
  tier1: [...basic, ...'og site_name twitter viewport theme_color generator robots manifest_url'.split(' ')],
  tier2: ['content', 'images', 'links', 'truncated', 'schema_org_summary'],
  tier3: ['dominant_color', 'social_handles', 'tech_stack'],
  all: [
    ...basic,
    ...'og site_name twitter viewport theme_color generator robots manifest_url'.split(' '),
    ...'content images links truncated schema_org_summary dominant_color social_handles tech_stack'.split(
      ' ',
    ),
    ...'icons http indexability'.split(' '),
  ],
}
const names = Object.keys(groups)

function keysOf(...asked: readonly string[]): string[] {
  return [...new Set([...constant, ...asked.flatMap((name) => groups[name] ?? [])])]
}

export function fieldsContract(fixture: ContractFixture): void {
  describe('fields of metadata', () => {
    const inspect = async (path: string, parameters = {}) => {
      const { status, json } = await fixture.metadata({ url: fixture.site.url(path), ...parameters })
      expect(status).to.equal(200)
      return json()
    }

    for (const name of names) {
      it(`${name} alone returns exactly its keys, for a full page and for an empty one`, async () => {
        expect(await inspect('/full', { fields: name })).to.have.all.keys(...keysOf(name))
        expect(await inspect('/bare', { fields: name })).to.have.all.keys(...keysOf(name))
      })
    }

    it('every two together return the keys of both', async () => {
      const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const))
      for (const [one, other] of pairs) {
        const answer = await inspect('/full', { fields: `${other},${one}` })
        expect(answer, `${other},${one}`).to.have.all.keys(...keysOf(one, other))
      }
      expect(pairs).to.have.length((14 * 13) / 2)
    })

    it('all groups are the default', async () => {
      expect(await inspect('/full')).to.have.all.keys(...keysOf('all'))
    })

    it('contain the values of the page', async () => {
      const { fetched_at, http, images, links, icons, ...answer } = await inspect('/full')
      const url = fixture.site.url('/full')
      const picture = fixture.site.url('/red.png')
      expect(new Date(fetched_at).toISOString()).to.equal(fetched_at)
      expect(Math.abs(Date.now() - Date.parse(fetched_at))).to.be.below(60_000)
      const { content_type, response_size_bytes, ...more } = http
      expect(content_type).to.equal('text/html; charset=utf-8')
      expect(response_size_bytes).to.be.within(1000, 4000)
      expect(more).to.deep.equal({
        final_url: url,
        status: 200,
        etag: '"v1"',
        cache_control: 'max-age=60',
        redirect_chain: [],
      })
      expect(images).to.deep.equal([
        { url: picture, alt: 'A red square', height: 64 },
        { url: fixture.site.url('/icon.png'), alt: null },
      ])
      expect(links).to.deep.equal([
        { href: fixture.site.url('/next'), rel: null, type: 'internal', external: false },
        { href: 'https://github.com/Example-Shop', rel: 'me', type: 'external', external: true },
        { href: `${url}#top`, rel: null, type: 'anchor', external: false },
      ])
      expect(icons).to.deep.equal([
        { rel: 'icon', url: fixture.site.url('/icon.png'), type: 'image/png', sizes: '32x32' },
      ])
      expect(answer).to.deep.equal({
        url,
        final_url: url,
        extraction: { method: 'raw_html', ua_family: 'desktop' },
        title: 'Blue kettle',
        description: 'An enamel kettle.',
        site_name: 'Example Shop',
        language: 'en',
        charset: 'UTF-8',
        keywords: 'kettle, enamel',
        author: 'Ada Example',
        publisher: 'Example Press',
        canonical: { href: url, is_self_canonical: true, resolves: true, status: 200 },
        viewport: 'width=device-width',
        theme_color: '#123456',
        generator: 'Handmade 1.0',
        robots: 'index, follow',
        manifest_url: fixture.site.url('/app.webmanifest'),
        og: {
          title: 'The kettle',
          description: 'For tea.',
          image: picture,
          url,
          type: 'product',
          site_name: 'Example Shop',
        },
        twitter: {
          card: 'summary',
          title: 'Kettle!',
          description: 'Tea.',
          image: picture,
          site: '@ExampleShop',
        },
        dominant_color: '#ff0000',
        social_handles: { github: 'example-shop', twitter: 'exampleshop' },
        tech_stack: answer.tech_stack,
        indexability: {
          robots_meta: 'index, follow',
          x_robots_tag: null,
          robots_txt_allowed: true,
          canonical_valid: true,
          robots_effective: 'index, follow',
        },
        content: {
          content_type: 'product',
          word_count: 10,
          read_time_min: 1,
          heading_counts: { h1: 1, h2: 2, h3: 0, h4: 0, h5: 0, h6: 0 },
        },
        schema_org_summary: { types: ['WebSite'], valid: true, errors_count: 0, warnings_count: 0 },
        truncated: { images: false, links: false },
      })
      expect(answer.tech_stack).to.be.an('array')
    })

    it('are null or empty where the page has no value, never absent', async () => {
      const answer = await inspect('/bare')
      const texts =
        'title description site_name language keywords author publisher canonical viewport theme_color'
      for (const name of [...texts.split(' '), 'generator', 'robots', 'manifest_url', 'dominant_color']) {
        expect(answer, name).to.have.property(name, null)
      }
      const none = { title: null, description: null, image: null }
      expect(answer.og).to.deep.equal({ ...none, url: null, type: null, site_name: null })
      expect(answer.twitter).to.deep.equal({ ...none, card: null, site: null })
      expect([answer.images, answer.links, answer.social_handles]).to.deep.equal([[], [], {}])
      expect(answer.content).to.include({ word_count: 0, read_time_min: 0 })
      expect(answer.indexability).to.include({ canonical_valid: true, robots_effective: 'index, follow' })
    })

    it('of a redirected page: final_url and each redirect', async () => {
      const answer = await inspect('/moved', { fields: 'http' })
      const [url, location] = [fixture.site.url('/moved'), fixture.site.url('/full')]
      expect([answer.url, answer.final_url, answer.http.final_url]).to.deep.equal([url, location, location])
      expect(answer.http.redirect_chain).to.deep.equal([{ url, status: 301, location }])
    })

    for (const [parameter, list, total, preset] of [
      ['max_images', 'images', MANY.images, 25],
      ['max_links', 'links', MANY.links, 100],
    ] as const) {
      const most = parameter === 'max_images' ? 100 : 500
      it(`${parameter} limits ${list}: 1, ${preset} by default, ${most}`, async () => {
        expect(total).to.be.above(most)
        for (const count of [1, null, most]) {
          const answer = await inspect('/many', {
            fields: 'media,links',
            ...(count && { [parameter]: count }),
          })
          expect(answer[list]).to.have.length(count ?? preset)
          expect(answer.truncated[list]).to.equal(true)
        }
      })
    }

    it('truncated is false for a complete list, and for a list that was not requested', async () => {
      const three = await inspect('/full', { fields: 'links,media', max_links: 3, max_images: 2 })
      expect([three.links.length, three.images.length]).to.deep.equal([3, 2])
      expect(three.truncated).to.deep.equal({ images: false, links: false })
      const two = await inspect('/full', { fields: 'links,media', max_links: 2, max_images: 1 })
      expect(two.truncated).to.deep.equal({ images: true, links: true })
      expect((await inspect('/many', { fields: 'links' })).truncated).to.deep.equal({
        images: false,
        links: true,
      })
    })

    it('device selects the user agent; desktop by default', async () => {
      const families = []
      for (const device of ['mobile', 'desktop', null]) {
        const answer = await inspect('/agent', { fields: 'basic', ...(device && { device }) })
        families.push([
          answer.extraction.ua_family,
          /Mobile/.test(answer.title),
          /PageProbeBot/.test(answer.title),
        ])
      }
      expect(families).to.deep.equal([
        ['mobile', true, true],
        ['desktop', false, true],
        ['desktop', false, true],
      ])
    })
  })
}
