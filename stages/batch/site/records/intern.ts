/** Gives each text of a batch a number from 1; the same text has the same one. */
export type Intern = (text: string) => number
