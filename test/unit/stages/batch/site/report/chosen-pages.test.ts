import { expect } from 'chai'
import type { PageSelection } from '#shared/ports/batches.ts'
import { choosePages } from '#stages/batch/site/report/chosen-pages.ts'
import { PageRows } from '#stages/batch/site/report/page-rows.ts'
import { siteOf } from '#test/support/site/site-builder.ts'

/** Numbers of the results are 1 to 6 in this order; the last one is a failure without a status. */
const site = siteOf({
  pages: {
    '/': { title: 'Home', overall: 90, words: 10 },
    '/b': { title: 'B', overall: 40, words: 30 },
    '/a': { title: 'A', overall: 40, words: 20, isNoindex: true },
    '/gone': { status: 404, title: 'Gone', overall: 30, words: 10 },
    '/down': { status: 503 },
  },
  failures: { '/x': { code: 'URL_UNREACHABLE' } },
})
const rows = new PageRows(site)
const everything: PageSelection = {
  ...{ rule: null, statuses: [], indexable: null, minOverall: null, maxOverall: null },
  sort: { column: 'n', isDescending: false },
}

function chosenBy(selection: Partial<PageSelection>, isFound: (at: number) => boolean = () => true) {
  return choosePages(rows, { ...everything, ...selection }, isFound)
}
const by = (column: string, isDescending = false) => ({ sort: { column, isDescending } })

/** Numbers of the chosen rows behind the one with the number `after`, in order. */
function numbersOf(chosen: ReturnType<typeof chosenBy>, after = 0): number[] {
  const from = chosen.positionAfter(after)
  return Array.from({ length: chosen.count - from }, (_, at) => rows.row(chosen.placeAt(from + at)).n)
}

describe('pages that are chosen', () => {
  for (const [what, selection, numbers] of [
    ['all', {}, [1, 2, 3, 4, 5, 6]],
    ['a status', { statuses: ['404'] }, [4]],
    ['a class of statuses', { statuses: ['4xx'] }, [4]],
    ['several statuses', { statuses: ['404', '5xx'] }, [4, 5]],
    ['a status that none has', { statuses: ['3xx'] }, []],
    ['those that can be indexed', { indexable: true }, [1, 2]],
    ['those that cannot be indexed', { indexable: false }, [3, 4, 5, 6]],
    ['at least a score', { minOverall: 40 }, [1, 2, 3]],
    ['at most a score', { maxOverall: 40 }, [2, 3, 4]],
    ['scores between', { minOverall: 31, maxOverall: 89 }, [2, 3]],
    ['any score: pages without one are left out', { minOverall: 0 }, [1, 2, 3, 4]],
    ['bounds that exclude each other', { minOverall: 50, maxOverall: 40 }, []],
    ['all conditions together', { statuses: ['2xx'], indexable: true, maxOverall: 89 }, [2]],
  ] as const)
    it(`by ${what}`, () =>
      expect(numbersOf(chosenBy(selection as Partial<PageSelection>))).to.deep.equal(numbers))

  for (const [what, selection, numbers] of [
    ['numbers, the last first', by('n', true), [6, 5, 4, 3, 2, 1]],
    ['scores, ties by number, those without last', by('overall'), [4, 2, 3, 1, 5, 6]],
    ['scores, the highest first, those without last', by('overall', true), [1, 2, 3, 4, 5, 6]],
    ['titles, those without last', by('title'), [3, 2, 4, 1, 5, 6]],
    ['titles, the last first', by('title', true), [1, 4, 2, 3, 5, 6]],
    ['status', by('status', true), [5, 4, 1, 2, 3, 6]],
    ['whether it can be indexed', by('indexable', true), [1, 2, 3, 4, 5, 6]],
    ['URLs', by('url'), [1, 3, 2, 5, 4, 6]],
  ] as const) {
    const chosen = () => chosenBy(selection)
    it(`in order of ${what}`, () => expect(numbersOf(chosen())).to.deep.equal(numbers))
    it(`go on behind any row in order of ${what}`, () => {
      for (const [at, n] of numbers.entries())
        expect(numbersOf(chosen(), n), `after ${n}`).to.deep.equal(numbers.slice(at + 1))
    })
  }

  it('go on behind a row that is not chosen, where it would stand', () => {
    const few = chosenBy({ statuses: ['404', '5xx'], ...by('overall') })
    expect(numbersOf(few)).to.deep.equal([4, 5])
    expect(numbersOf(few, 2)).to.deep.equal([5])
    expect(numbersOf(chosenBy({ statuses: ['404'] }), 3)).to.deep.equal([4])
    expect(numbersOf(chosenBy({ statuses: ['404'] }), 5)).to.deep.equal([])
  })

  it('have nothing behind a number that no row has, but in order of numbers', () => {
    expect(numbersOf(chosenBy(by('overall')), 99)).to.deep.equal([])
    expect(numbersOf(chosenBy(by('n', true)), 99)).to.deep.equal([6, 5, 4, 3, 2, 1])
    expect(numbersOf(chosenBy({}), 99)).to.deep.equal([])
  })

  it('are those where a rule found something', () => {
    const isOdd = (at: number) => at % 2 === 0
    expect(numbersOf(chosenBy({}, isOdd))).to.deep.equal([1, 3, 5])
    expect(numbersOf(chosenBy({ indexable: false, ...by('n', true) }, isOdd))).to.deep.equal([5, 3])
  })
})
