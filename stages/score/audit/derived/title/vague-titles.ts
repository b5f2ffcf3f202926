import { plainText } from './title-words.ts'

/** Titles that Google's page on title links calls vague, in several languages, and defaults of frameworks. */
const vague = new Set(
  `home|homepage|home page|main page|start page|index|index html|untitled|untitled document|untitled page|document|page|
   profile|new page|welcome|website|my website|my site|title|page title|default|test|blank page|
   startseite|unbenannt|unbenanntes dokument|profil|accueil|page d accueil|sans titre|inicio|página principal|sin título|
   página inicial|sem título|início|home pagina|startpagina|naamloos|strona główna|bez tytułu|главная|главная страница|
   ana sayfa|hjem|hem|etusivu|ホーム|トップページ|無題ドキュメント|首页|主页|首頁|无标题文档|홈|
   react app|vite app|vite react|vite react ts|vite vue|vite vue ts|vue app|create next app|next js|nuxt app|my nuxt app|
   angular|gatsby default starter|gatsby starter|svelte app|astro|remix app|new remix app|just another wordpress site|
   my wordpress site|wordpress|my wordpress blog|iis windows server|welcome to nginx|apache2 ubuntu default page it works`
    .split('|')
    .map((title) => title.trim()),
)

/** Whether a title says nothing about its page. */
export function isVagueTitle(title: string): boolean {
  return title.length < 80 && vague.has(plainText(title))
}
