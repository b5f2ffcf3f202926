import { langTextMismatch } from '#stages/score/audit/rules/technical/language/lang-text-mismatch.ts'
import { ruleTester } from '#test/support/audit/rule-tester.ts'

// Article 1 of the Universal Declaration of Human Rights and the beginning of its preamble.
const texts = {
  en: 'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood. Whereas recognition of the inherent dignity and of the equal and inalienable rights of all members of the human family is the foundation of freedom, justice and peace in the world.',
  de: 'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geist der Brüderlichkeit begegnen. Da die Anerkennung der angeborenen Würde und der gleichen und unveräußerlichen Rechte aller Mitglieder der Gemeinschaft der Menschen die Grundlage von Freiheit, Gerechtigkeit und Frieden in der Welt bildet.',
  nb: 'Alle mennesker er født frie og med samme menneskeverd og menneskerettigheter. De er utstyrt med fornuft og samvittighet og bør handle mot hverandre i brorskapets ånd. Da anerkjennelsen av iboende verdighet og av like og uavhendelige rettigheter for alle medlemmer av menneskeslekten er grunnlaget for frihet, rettferdighet og fred i verden.',
  ja: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。人間は、理性と良心とを授けられており、互いに同胞の精神をもって行動しなければならない。',
  id: 'Semua orang dilahirkan merdeka dan mempunyai martabat dan hak-hak yang sama. Mereka dikaruniai akal dan hati nurani dan hendaknya bergaul satu sama lain dalam semangat persaudaraan. Menimbang bahwa pengakuan atas martabat alamiah dan hak-hak yang sama dan tidak dapat dialihkan dari semua anggota keluarga manusia.',
}
const page = (lang: string, text: string) => `<html lang="${lang}"><body><p>${text}</p></body></html>`

ruleTester(langTextMismatch, {
  passes: [
    { name: 'English', page: page('en-GB', texts.en) },
    { name: 'German', page: page('DE', texts.de) },
    { name: 'Norwegian by its other code', page: page('nb', texts.nb) },
    { name: 'Japanese, without blanks', page: page('ja', texts.ja) },
    { name: 'Indonesian, which is near to Malay', page: page('id', texts.id) },
    {
      name: 'ACT ucwvc8: parts that are marked as another language',
      page: `<html lang="en"><body><p>${texts.en}</p><div lang="de"><p>${texts.de}</p><p>${texts.de}</p></div>`,
    },
  ],
  fails: [
    {
      name: 'ACT ucwvc8: English that says German',
      page: page('de', texts.en),
      message: 'mismatch',
      evidence: 'html',
      says: 'lang is "de", but the text is in "en"',
    },
    { name: 'German that says English', page: page('en', texts.de), message: 'mismatch', evidence: 'html' },
    { name: 'Japanese that says English', page: page('en', texts.ja), message: 'mismatch', evidence: 'html' },
  ],
  notApplicable: [
    { name: 'no lang', page: `<p>${texts.en}</p>` },
    { name: 'a lang that is none is reported by html-lang-valid', page: page('zz-', texts.en) },
    { name: 'too little text', page: page('de', 'Welcome to our pages') },
    { name: 'programs are in no language', page: `<html lang="de"><body><pre>${texts.en}</pre>` },
  ],
  notDecidable: [
    {
      name: 'a language that is not told apart',
      page: page('mt', texts.en),
      reason: 'language_not_detectable',
    },
    { name: 'no language', page: page('en', 'xqzt vbnm wrtp '.repeat(30)), reason: 'language_unsure' },
  ],
})
