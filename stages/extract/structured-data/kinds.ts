/** Types of pages and works whose author, description or publisher is the page's. */
export const works: ReadonlySet<string> = new Set(
  `Article NewsArticle BlogPosting Report ReportageNewsArticle AnalysisNewsArticle OpinionNewsArticle
   ReviewNewsArticle BackgroundNewsArticle LiveBlogPosting TechArticle ScholarlyArticle SocialMediaPosting
   DiscussionForumPosting AdvertiserContentArticle SatiricalArticle MedicalWebPage CreativeWork Book Recipe
   Review VideoObject PodcastEpisode Product Event FAQPage QAPage HowTo Course SoftwareApplication
   WebApplication Movie TVEpisode`.split(/\s+/),
)

export const articles: ReadonlySet<string> = new Set(
  [...works].filter((type) => /Article$|Posting$|^Report$/.test(type)),
)

export const webPages: ReadonlySet<string> = new Set(
  'WebPage ItemPage AboutPage ContactPage CollectionPage ProfilePage MedicalWebPage FAQPage QAPage'.split(
    ' ',
  ),
)

export const webSites: ReadonlySet<string> = new Set(['WebSite'])

export const organizations: ReadonlySet<string> = new Set(
  'Organization NewsMediaOrganization Corporation LocalBusiness EducationalOrganization OnlineStore Store NGO'.split(
    ' ',
  ),
)
