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
      name: 'ACT 9eb3f6: an image button',
      page: '<input type="image" src="/img/w3c.png?x=1" alt="W3C.png">',
      message: 'fileName',
      evidence: 'html > body > input',
    },
    {
      name: 'ACT 9eb3f6: a name of another kind of file, in the source set',
      page: '<img srcset="/img/a.php 1x, /img/b.php 2x" alt=" B.php ">',
      message: 'fileName',
      evidence: 'html > body > img',
    },
    {
      name: 'ACT 9eb3f6: the source of a picture, with characters encoded',
      page: '<picture><source srcset="/img/caf%C3%A9_2.x"><img src="/a.png" alt="café_2.x"></picture>',
      message: 'fileName',
      evidence: 'html > body > picture > img',
    },
    {
      name: 'ACT 9eb3f6: the accessible name, whatever gives it',
      page: '<img src="/img/a_b" aria-label="A_b">',
      message: 'fileName',
      evidence: 'html > body > img',
    },
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
  notDecidable: [
    {
      name: 'a file name without an extension that may be right',
      page: '<img src="/img/apollo-11" alt="Apollo-11">',
      reason: 'needs_reading',
    },
  ],
})
