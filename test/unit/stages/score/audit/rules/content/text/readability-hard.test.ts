import { readabilityHard } from '#stages/score/audit/rules/content/text/readability-hard.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(readabilityHard, {
  passes: [
    // 5 words, 5 syllables a sentence: 206.835 − 1.015 × 5 − 84.6 × 1 = 117.
    {
      name: 'short words in short sentences',
      page: `<html lang="en-GB"><p>${'The cat sat on it. '.repeat(20)}`,
    },
  ],
  fails: [
    // 10 words, 5 syllables each: 206.835 − 1.015 × 10 − 84.6 × 5 = −226.
    {
      name: 'long words',
      page: `<html lang="en"><p>${`${'university '.repeat(10)}. `.repeat(10).replaceAll(' .', '.')}`,
      message: 'hard',
      evidence: null,
      says: '-226',
    },
  ],
  notApplicable: [
    {
      name: 'another language: the formula is one for English',
      page: `<html lang="de"><p>${'university '.repeat(100)}.`,
    },
    { name: 'no language is declared', page: `<p>${'university '.repeat(100)}.` },
    { name: '99 words', page: `<html lang="en"><p>${'university '.repeat(99)}.` },
  ],
})
