import { metaGoogleRetired } from '#stages/score/audit/rules/metadata/meta/meta-google-retired.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(metaGoogleRetired, {
  passes: [
    {
      name: 'tags that Google supports',
      page: '<meta name="google" content="notranslate"><meta name="robots" content="noindex">',
    },
  ],
  fails: [
    {
      name: 'Google: the sitelinks search box is gone',
      page: '<meta name="google" content="nositelinkssearchbox">',
      message: 'retired',
      evidence: 'html > head > meta',
      says: 'nositelinkssearchbox',
    },
    {
      name: 'the Open Directory is gone',
      page: '<meta name="robots" content="index, NOODP">',
      message: 'retired',
      evidence: 'html > head > meta',
      says: 'noodp',
    },
    {
      name: 'keywords for news',
      page: '<meta name="news_keywords" content="world cup">',
      message: 'retired',
      evidence: 'html > head > meta',
      says: 'news_keywords',
    },
  ],
  notApplicable: [{ name: 'none', page: '<title>A</title>' }],
})
