import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { asyncApiDocument } from '#gateway/documents/asyncapi/document.ts'
import { docsPage } from '#gateway/documents/page/docs-page.ts'
import type { EventsAbout } from '#gateway/documents/page/events-section.ts'
import { recipes } from '#gateway/documents/page/recipes.ts'
import { errorCodes } from '#shared/errors.ts'
import { someTopics } from '../some-topics.ts'

const URL = 'https://probe.example'
const events = asyncApiDocument(URL, someTopics) as EventsAbout
const page = cheerio.load(docsPage(URL, events))
const texts = (selector: string) =>
  page(selector)
    .toArray()
    .map((one) => page(one).text())

describe('page of the documentation', () => {
  it('has recipes, errors, events and the reference, in this order, and links to each', () => {
    const ids = page('main > section')
      .toArray()
      .map((one) => page(one).attr('id'))
    expect(ids).to.deep.equal(['quick-start', 'errors', 'events', 'reference'])
    for (const id of ids) expect(page(`.contents a[href="#${id}"]`).length).to.equal(1)
    expect(page('h1').length).to.equal(1)
  })

  it('has the command of every recipe as it is, without a script', () => {
    const commands = texts('#quick-start pre')
    for (const { command } of recipes(URL)) expect(commands).to.include(command)
  })

  it('has every error code with its status, when it comes and what to do', () => {
    const cells = page('#errors tbody tr')
      .toArray()
      .map((row) =>
        page(row)
          .children()
          .toArray()
          .map((cell) => page(cell).text().trim()),
      )
    expect(cells.map(([code]) => code)).to.deep.equal(Object.keys(errorCodes))
    for (const row of cells)
      expect(
        row.every((text) => text !== ''),
        row[0],
      ).to.equal(true)
  })

  it('explains the three shapes with responses that were recorded', () => {
    const [a, b, c] = texts('.shapes pre').map((text) => JSON.parse(text))
    expect(a.error).to.include.keys('code', 'message', 'http_status', 'details')
    expect(b).to.have.all.keys('statusCode', 'error', 'message')
    expect(c).to.include({ success: false })
  })

  it('has every topic of the events, whether it is read or written, and how to subscribe', () => {
    const addresses = Object.values(events.channels).map(({ address }) => address)
    expect(texts('#events tbody th')).to.deep.equal(addresses)
    expect(texts('#events tr:contains("inspection.requested") td')[0]).to.equal('you write')
    expect(texts('#events pre')[0]).to.include(`${URL}/events?topics=`)
    expect(page('#events a[href="./asyncapi.json"]').length).to.equal(1)
  })

  it('loads no Swagger UI at first', () => {
    expect(
      page('script, link[rel=stylesheet]')
        .toArray()
        .map((one) => page(one).attr('src') ?? page(one).attr('href')),
    ).to.deep.equal(['./docs/docs.css', './docs/start.js'])
  })
})
