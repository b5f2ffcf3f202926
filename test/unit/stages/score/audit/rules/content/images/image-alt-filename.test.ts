import { imageAltFilename } from '#stages/score/audit/rules/content/images/image-alt-filename.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

ruleTester(imageAltFilename, {
  passes: [
    { name: 'a text', page: '<img src="/a.png" alt="Nyhavn in Copenhagen">' },
    {
      name: 'ACT 9eb3f6, passed 1: the name of the file describes it',
      page: '<img src="/nyhavn" alt="Nyhavn">',
    },
    {
      name: 'ACT 9eb3f6, passed 2: a link to download the file',
      page: '<a href="/w3c.jpg" download><img src="/w3c-thumb.jpg" alt="w3c.jpg"></a>',
    },
    { name: 'a site that is called like a file', page: '<img src="/a.png" alt="Buy cups at cups.shop">' },
  ],
  fails: [
    {
      name: 'ACT 9eb3f6: the file name with its extension',
      page: '<img src="/img/banner_v2.JPG" alt="banner_v2.JPG">',
      message: 'fileName',
      evidence: 'html > body > img',
      affected: 1,
      total: 1,
    },
    {
      name: 'the number of a camera',
      page: '<img src="/a.jpg" alt="IMG_20240101_1234"><img src="/b.jpg" alt="A cup">',
      message: 'fileName',
      evidence: 'html > body > img:nth-of-type(1)',
      affected: 1,
      total: 2,
    },
  ],
  notApplicable: [
    { name: 'pitfall 1: decoration', page: '<img src="/a.png" alt="">' },
    { name: 'none is reported by image-alt', page: '<img src="/a.png">' },
  ],
})
