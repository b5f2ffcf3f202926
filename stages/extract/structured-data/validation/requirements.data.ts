// Google's requirements for structured data, by rich result: https://developers.google.com/search/docs/appearance/structured-data,
// a page for each (article, breadcrumb, course, dataset, discussion-forum, event, image-license-metadata, job-posting,
// local-business, movie, organization, product-snippet, merchant-listing, product-variants, profile-page, qapage, recipe,
// review-snippet, software-app, speakable, vacation-rental, video), as of 2026; faqpage as of 2026-05. Checked 2026-11-21
// against copies of the pages (organization, job-posting, image-license-metadata and speakable: second hand).
// Properties that Google recommends "if applicable" are left out, since the markup does not tell whether they apply.

/**
 * A property that needs a value. `a|b`: one of them suffices; `a.b`: property b of the item in a; `a=v`: a has the value v.
 */
export type Need = string

export interface Requirements {
  /** Errors: without them Google shows no rich result. */
  readonly required?: readonly Need[]
  /** Warnings. */
  readonly recommended?: readonly Need[]
  /** Requirements (by name, the first with a matching type) of the items in a property. */
  readonly parts?: Readonly<Record<string, readonly string[]>>
}

export interface RichResult {
  /** The type that it is made of; subtypes are included. */
  readonly type: string
  /** Subtypes that it is not made of. */
  readonly except?: readonly string[]
  /** Subtypes do not count. */
  readonly isExact?: true
  /** Only items with one of these properties are meant for it. */
  readonly when?: Need
  readonly requirements: readonly string[]
}

/** Of several that fit, the one of the lowest type counts. */
export const richResults: readonly RichResult[] = [
  { type: 'Article', requirements: ['Article'] },
  { type: 'SocialMediaPosting', isExact: true, requirements: ['Posting'] },
  { type: 'DiscussionForumPosting', requirements: ['Posting'] },
  { type: 'BreadcrumbList', requirements: ['BreadcrumbList'] },
  { type: 'ItemList', isExact: true, requirements: ['ItemList'] },
  { type: 'Course', requirements: ['Course'] },
  { type: 'Dataset', except: ['DataFeed'], requirements: ['Dataset'] },
  {
    type: 'Event',
    except: ['PublicationEvent', 'CourseInstance', 'DeliveryEvent', 'UserInteraction'],
    requirements: ['Event'],
  },
  { type: 'FAQPage', requirements: ['FAQPage'] },
  {
    type: 'ImageObject',
    isExact: true,
    when: 'license|acquireLicensePage|creator|creditText|copyrightNotice',
    requirements: ['LicensedImage'],
  },
  { type: 'JobPosting', requirements: ['JobPosting'] },
  { type: 'LocalBusiness', requirements: ['LocalBusiness'] },
  { type: 'FoodEstablishment', requirements: ['LocalBusiness', 'FoodEstablishment'] },
  { type: 'Movie', requirements: ['Movie'] },
  { type: 'Organization', requirements: ['Organization'] },
  { type: 'Product', except: ['Vehicle'], requirements: ['Product'] },
  { type: 'ProductGroup', requirements: ['ProductGroup'] },
  { type: 'ProfilePage', requirements: ['ProfilePage'] },
  { type: 'QAPage', requirements: ['QAPage'] },
  { type: 'Recipe', requirements: ['Recipe'] },
  { type: 'Review', except: ['ClaimReview', 'MediaReview'], requirements: ['Review', 'OfSomething'] },
  { type: 'AggregateRating', requirements: ['AggregateRating', 'OfSomething'] },
  { type: 'SoftwareApplication', except: ['VideoGame'], requirements: ['SoftwareApplication'] },
  { type: 'VacationRental', requirements: ['VacationRental'] },
  { type: 'VideoObject', requirements: ['VideoObject'] },
  { type: 'WebSite', requirements: ['WebSite'] },
]

const rated = ['aggregateRating', 'review']
const posted = 'text|image|video|url|sharedContent'

/** By name: a type, or what an item is there. Names that are no types fit items of any type. */
export const requirements: Readonly<Record<string, Requirements>> = {
  Article: {
    recommended: ['author', 'datePublished', 'dateModified', 'headline', 'image'],
    parts: { author: ['Author'] },
  },
  Author: { recommended: ['name', 'url|sameAs'] },
  Posting: {
    required: ['author', 'datePublished', posted],
    recommended: ['comment|commentCount'],
    parts: { author: ['NamedAuthor'], comment: ['Comment'] },
  },
  NamedAuthor: { required: ['name'], recommended: ['url|sameAs'] },
  Comment: { required: ['author', 'datePublished', posted], parts: { author: ['NamedAuthor'] } },

  BreadcrumbList: { required: ['itemListElement'], parts: { itemListElement: ['BreadcrumbStep'] } },
  BreadcrumbStep: { required: ['position', 'name|item.name'] },
  ItemList: { required: ['itemListElement'], parts: { itemListElement: ['ListItem'] } },
  ListItem: { recommended: ['position', 'url|item|name'] },

  Course: { required: ['description', 'name'], recommended: ['provider'] },
  Dataset: {
    required: ['description', 'name'],
    recommended: ['creator', 'distribution', 'identifier', 'license'],
    parts: { distribution: ['DataDownload'] },
  },
  DataDownload: { required: ['contentUrl'], recommended: ['encodingFormat'] },

  Event: {
    required: ['location', 'name', 'startDate'],
    recommended: ['description', 'endDate', 'eventStatus', 'image', 'offers', 'organizer', 'performer'],
    parts: {
      location: ['VirtualLocation', 'Place'],
      offers: ['Ticket'],
      organizer: ['Organizer'],
      performer: ['Named'],
    },
  },
  VirtualLocation: { recommended: ['url'] },
  Place: { required: ['address'], recommended: ['name'] },
  Ticket: { recommended: ['availability', 'price|lowPrice', 'priceCurrency', 'url'] },
  Organizer: { recommended: ['name', 'url'] },
  Named: { recommended: ['name'] },

  FAQPage: { required: ['mainEntity'], parts: { mainEntity: ['FaqQuestion'] } },
  FaqQuestion: { required: ['name', 'acceptedAnswer'], parts: { acceptedAnswer: ['FaqAnswer'] } },
  FaqAnswer: { required: ['text'] },
  QAPage: { required: ['mainEntity'], parts: { mainEntity: ['Question'] } },
  Question: {
    required: ['answerCount', 'acceptedAnswer|suggestedAnswer|answerCount=0', 'name'],
    recommended: ['author', 'datePublished', 'text', 'upvoteCount'],
    parts: { acceptedAnswer: ['Answer'], suggestedAnswer: ['Answer'], author: ['Author'] },
  },
  Answer: { required: ['text'], recommended: ['author', 'datePublished', 'upvoteCount', 'url'] },

  LicensedImage: {
    required: ['contentUrl|url'],
    recommended: ['acquireLicensePage', 'copyrightNotice', 'creator', 'creditText', 'license'],
  },
  SpeakableSpecification: { required: ['cssSelector|xpath'] },

  JobPosting: {
    required: [
      'datePosted',
      'description',
      'hiringOrganization',
      'jobLocation|applicantLocationRequirements',
      'title',
    ],
    recommended: ['baseSalary', 'directApply', 'employmentType', 'identifier', 'validThrough'],
    parts: { hiringOrganization: ['Employer'], jobLocation: ['JobPlace'] },
  },
  Employer: { required: ['name'], recommended: ['sameAs|url', 'logo'] },
  JobPlace: { required: ['address'], parts: { address: ['JobAddress'] } },
  JobAddress: { required: ['addressCountry'], recommended: ['addressLocality', 'addressRegion'] },

  LocalBusiness: {
    required: ['address', 'name'],
    recommended: ['geo', 'openingHoursSpecification|openingHours', 'priceRange', 'telephone', 'url'],
    parts: { geo: ['GeoCoordinates'] },
  },
  GeoCoordinates: { recommended: ['latitude', 'longitude'] },
  FoodEstablishment: { recommended: ['menu|hasMenu', 'servesCuisine'] },
  Organization: { recommended: ['logo', 'name', 'url'] },
  ProfilePage: { required: ['mainEntity'], parts: { mainEntity: ['Profile'] } },
  Profile: { required: ['name|alternateName'] },
  WebSite: { recommended: ['name', 'url'] },

  Movie: { required: ['image', 'name'], recommended: ['dateCreated|datePublished', 'director', ...rated] },
  Product: {
    required: ['name', 'offers|review|aggregateRating'],
    recommended: ['aggregateRating', 'brand', 'description', 'image', 'offers', 'review'],
    parts: { offers: ['AggregateOffer', 'Offer'] },
  },
  Offer: {
    required: ['price|priceSpecification.price|priceSpecification.minPrice'],
    recommended: ['availability', 'priceCurrency|priceSpecification.priceCurrency'],
  },
  AggregateOffer: { required: ['lowPrice', 'priceCurrency'], recommended: ['highPrice', 'offerCount'] },
  ProductGroup: { required: ['name'], recommended: ['hasVariant', 'productGroupID', 'variesBy'] },

  Review: {
    required: ['author', 'reviewRating'],
    recommended: ['datePublished'],
    parts: { reviewRating: ['Rating'], author: ['Named'] },
  },
  Rating: { required: ['ratingValue'] },
  AggregateRating: { required: ['ratingValue', 'ratingCount|reviewCount'] },
  OfSomething: { required: ['itemReviewed'], parts: { itemReviewed: ['NamedItem'] } },
  NamedItem: { required: ['name'] },

  Recipe: {
    required: ['image', 'name'],
    recommended: [
      ...['aggregateRating', 'author', 'datePublished', 'description', 'keywords', 'nutrition'],
      ...[
        'recipeCategory',
        'recipeCuisine',
        'recipeIngredient|ingredients',
        'recipeInstructions',
        'recipeYield',
      ],
      ...['totalTime|cookTime|prepTime', 'video'],
    ],
    parts: { recipeInstructions: ['HowToSection', 'HowToStep'], author: ['Named'] },
  },
  HowToSection: {
    required: ['itemListElement', 'name'],
    parts: { itemListElement: ['HowToSection', 'HowToStep'] },
  },
  HowToStep: { required: ['text|itemListElement'] },

  SoftwareApplication: {
    required: ['name', 'offers', 'aggregateRating|review'],
    recommended: ['applicationCategory', 'operatingSystem'],
    parts: { offers: ['AggregateOffer', 'AppOffer'] },
  },
  AppOffer: { required: ['price'] },

  VacationRental: {
    required: [
      'containsPlace',
      'identifier',
      'image',
      'latitude|geo.latitude',
      'longitude|geo.longitude',
      'name',
    ],
    recommended: ['additionalType', 'address', 'aggregateRating', 'description', 'review'],
    parts: { containsPlace: ['Accommodation'] },
  },
  Accommodation: {
    required: ['occupancy'],
    recommended: ['bed', 'numberOfBedrooms'],
    parts: { occupancy: ['Occupancy'] },
  },
  Occupancy: { required: ['value|maxValue'] },

  VideoObject: {
    required: ['name', 'thumbnailUrl', 'uploadDate'],
    recommended: ['contentUrl|embedUrl', 'description', 'duration'],
    parts: { hasPart: ['Clip'], publication: ['BroadcastEvent'], potentialAction: ['SeekToAction'] },
  },
  Clip: { required: ['name', 'startOffset', 'url'], recommended: ['endOffset'] },
  BroadcastEvent: { required: ['endDate', 'isLiveBroadcast', 'startDate'] },
  SeekToAction: { required: ['startOffset-input', 'target'] },
  InteractionCounter: { required: ['interactionType', 'userInteractionCount'] },
}

/** Requirements of what any item may hold, whatever it is. */
export const partsOfAny: NonNullable<Requirements['parts']> = {
  aggregateRating: ['AggregateRating'],
  review: ['Review'],
  speakable: ['SpeakableSpecification'],
  interactionStatistic: ['InteractionCounter'],
}

/** Items in these properties are checked like top-level items. */
export const passages: ReadonlySet<string> = new Set([
  ...[
    'mainEntity',
    'mainEntityOfPage',
    'itemListElement',
    'item',
    'breadcrumb',
    'video',
    'hasPart',
    'hasVariant',
  ],
])
