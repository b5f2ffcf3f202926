import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect } from 'chai'
import { metadataFor } from '../../pages.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const pageChars = 1_000_000
const pages = 12
/** The runtime keeps some of the last texts that it has seen, whatever is remembered of them. */
const maxHeldPages = 5
/** Types of schema.org with names long enough to be slices of the page. */
const types = `LocalBusiness EducationalOrganization NewsMediaOrganization SoftwareApplication WebApplication
  AggregateRating AccountingService AdministrativeArea AdvertiserContentArticle AggregateOffer AlignmentObject
  AmusementPark ApartmentComplex ArchiveOrganization AutomotiveBusiness AutoPartsStore BackgroundNewsArticle
  BedAndBreakfast BreadcrumbList BroadcastService BusinessAudience CafeOrCoffeeShop ClassActionSuit CollectionPage
  CommunicateAction CompoundPriceSpecification ConfirmAction CookAction ConsumeAction CorrectionComment`.split(
  /\s+/,
)

const padded = (html: string): string => `${html}<!--${'…'.repeat(pageChars)}-->`

/** Bytes that are left when the results are gone; long texts stand outside the heap. */
function heldAfter(pageOf: (number: number) => string): number {
  for (let number = 0; number < pages; number++) metadataFor(padded(pageOf(number)))
  collectGarbage()
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

const languagePage = (number: number): string => `<html lang="de-x-page${number}-abcdefgh">`
const itemPage = (number: number): string =>
  `<i itemscope itemtype="https://schema.org/${types[number % types.length]}">`

describe('an extracted page', () => {
  let held: number
  before(() => {
    // With an item, for which the vocabulary is loaded once.
    held = heldAfter(() => '<i itemscope itemtype="https://schema.org/Thing">')
  })

  for (const [what, pageOf] of [
    ['its language', languagePage],
    ['its items', itemPage],
  ] as const)
    it(`is not kept in memory by ${what}`, () => {
      // A page has two bytes a character.
      expect(heldAfter(pageOf) - held).to.be.lessThan(maxHeldPages * 2 * pageChars)
    })

  it('is read to the parts that could keep it', () => {
    const { language, schema_org_summary } = metadataFor(padded(`${languagePage(7)}${itemPage(1)}`))
    expect(language).to.equal('de-x-page7-abcdefgh')
    expect(schema_org_summary?.types).to.deep.equal(['EducationalOrganization'])
  })
})
