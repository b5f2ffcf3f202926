import { unavailableAfterPast } from '#stages/score/audit/rules/technical/robots-directives/unavailable-after-past.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

const until = (date: string) => ({
  html: `<meta name="robots" content="unavailable_after: ${date}">`,
  fetchedAt: '2026-03-01T12:00:00.000Z',
})

ruleTester(unavailableAfterPast, {
  passes: [
    { name: 'later, ISO 8601', page: until('2026-12-31') },
    { name: 'later, RFC 850', page: until('Sunday, 01-Mar-26 12:00:01 GMT') },
    {
      name: 'for another crawler',
      page: {
        html: '<meta name="bingbot" content="unavailable_after: 2020-01-01"><meta name="robots" content="unavailable_after: 2030-01-01">',
      },
    },
  ],
  fails: [
    {
      name: 'Google: 25 Jun 2010 15:00:00 PST',
      page: until('25 Jun 2010 15:00:00 PST'),
      message: 'past',
      evidence: 'html > head > meta',
      says: '25 Jun 2010 15:00:00 PST',
    },
    {
      name: 'pitfall 5: RFC 822 with a comma',
      page: { headers: { 'x-robots-tag': 'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT' } },
      message: 'past',
      evidence: 'X-Robots-Tag: unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT',
    },
    ...[
      '25-Aug-2007 15:00:00 EST',
      'Friday, June 25, 2010, 3:05 pm',
      '2025-12-31',
      'Wed, 03 Dec 25 13:09 CET',
    ].map((date) => ({
      name: `Google, a widely adopted format: ${date}`,
      page: {
        headers: {
          'x-robots-tag': [`googlebot: noarchive, unavailable_after: ${date}, nofollow`, 'nosnippet'],
        },
      },
      message: 'past',
      evidence: `X-Robots-Tag: googlebot: noarchive, unavailable_after: ${date}, nofollow`,
    })),
    {
      name: 'a zone that has only a name',
      page: until('25 Jun 2010 15:00:00 CET'),
      message: 'past',
      evidence: 'html > head > meta',
    },
  ],
  notApplicable: [
    { name: 'none', page: '<title>A</title>' },
    { name: 'a date that cannot be read', page: until('soon') },
    {
      name: 'noindex-not-crawlable reports it',
      page: { ...until('2020-01-01'), robotsTxt: 'User-agent: *\nDisallow: /' },
    },
    {
      name: 'noindex reports it',
      page: '<meta name="robots" content="noindex, unavailable_after: 2020-01-01">',
    },
  ],
})
