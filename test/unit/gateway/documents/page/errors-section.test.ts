import { expect } from 'chai'
import * as cheerio from 'cheerio'
import { errorsSection } from '#gateway/documents/page/errors-section.ts'

const page = cheerio.load(errorsSection())
const cells = (code: string) =>
  page(`tr:has(th:contains("${code}")) td`)
    .toArray()
    .map((cell) => page(cell))

describe('section on errors', () => {
  it('has each status with its shape, and the operations that have it', () => {
    const [statuses] = cells('PAGE_LOAD_FAILED')
    expect(statuses?.text()).to.equal('502 A performance')
    expect(cells('METHOD_NOT_ALLOWED')[0]?.text()).to.equal('405 C')
    expect(cells('URL_UNREACHABLE')[0]?.find('br').length).to.equal(1)
  })

  it('has names of parameters and headers as code', () => {
    expect(cells('METHOD_NOT_ALLOWED')[2]?.find('code').text()).to.equal('Allow')
  })
})
