/** Phrases of "not found" pages in several languages. Whole phrases, since 404 alone may be any number. */
const phrases =
  /\b(?:404 (?:error|not found|page)(?!\p{L})|(?:can(?:not|['’]t)|could(?: not|n['’]t)) find (?:the|that|this|your) (?:page|file|document|product|article|item)|(?:error|erreur|fehler|errore) 404|(?:page|file|document|product|article|item|url|content)(?: you[^.]{0,30})? (?:(?:was|is|could|can|ca) ?)?(?:not|n['’]t) (?:be )?found|not found|(?:page|product|article|content|item)[^.]{0,20} (?:does|do)(?: not|n['’]t) exist|(?:page|product|item|content) (?:is )?no longer (?:exists|available)|seite (?:wurde )?nicht gefunden|nicht gefunden|page (?:introuvable|non trouvée)|página no encontrada|no encontrad[ao]|página não encontrada|pagina non trovata|pagina niet gevonden|nie znaleziono strony|sidan hittades inte)|^404$|страница не найдена|ページが見つかりません|見つかりませんでした|页面不存在|找不到页面|未找到页面|페이지를 찾을 수 없/iu

/** Words of a text about error pages. */
const about =
  /\b(?:how to|fix(?:ing)?|why|what (?:is|are|does)|guide|tutorial|customi[sz]|handling|examples? of|was ist|beheben)\b/iu

/** Whether a title or heading says that the page does not exist. */
export function saysNotFound(text: string): boolean {
  const start = text.slice(0, 300).toLowerCase()
  return phrases.test(start) && !about.test(start)
}
