import type { RuleDefinition } from '../../engine/rule.ts'
import { ariaAllowedAttr } from './aria/aria-allowed-attr.ts'
import { ariaAllowedRole } from './aria/aria-allowed-role.ts'
import { ariaBrailleEquivalent } from './aria/aria-braille-equivalent.ts'
import { ariaConditionalAttr } from './aria/aria-conditional-attr.ts'
import { ariaDeprecatedRole } from './aria/aria-deprecated-role.ts'
import { ariaHiddenBody } from './aria/aria-hidden-body.ts'
import { ariaHiddenFocus } from './aria/aria-hidden-focus.ts'
import { ariaProhibitedAttr } from './aria/aria-prohibited-attr.ts'
import { ariaRequiredAttr } from './aria/aria-required-attr.ts'
import { ariaRequiredChildren } from './aria/aria-required-children.ts'
import { ariaRequiredParent } from './aria/aria-required-parent.ts'
import { ariaRoles } from './aria/aria-roles.ts'
import { ariaText } from './aria/aria-text.ts'
import { ariaValidAttr } from './aria/aria-valid-attr.ts'
import { ariaValidAttrValue } from './aria/aria-valid-attr-value.ts'
import { duplicateIdAria } from './aria/duplicate-id-aria.ts'
import { ariaCommandName } from './aria-names/aria-command-name.ts'
import { ariaInputFieldName } from './aria-names/aria-input-field-name.ts'
import { ariaMeterName } from './aria-names/aria-meter-name.ts'
import { ariaProgressbarName } from './aria-names/aria-progressbar-name.ts'
import { ariaToggleFieldName } from './aria-names/aria-toggle-field-name.ts'
import { ariaTooltipName } from './aria-names/aria-tooltip-name.ts'
import { ariaTreeitemName } from './aria-names/aria-treeitem-name.ts'
import { summaryName } from './disclosure/summary-name.ts'
import { autocompleteValid } from './forms/autocomplete-valid.ts'
import { buttonName } from './forms/button-name.ts'
import { formFieldMultipleLabels } from './forms/form-field-multiple-labels.ts'
import { inputButtonName } from './forms/input-button-name.ts'
import { label } from './forms/label.ts'
import { labelTitleOnly } from './forms/label-title-only.ts'
import { selectName } from './forms/select-name.ts'
import { frameTitle } from './frames/frame-title.ts'
import { frameTitleUnique } from './frames/frame-title-unique.ts'
import { emptyHeading } from './headings/empty-heading.ts'
import { headingOrder } from './headings/heading-order.ts'
import { areaAlt } from './images/area-alt.ts'
import { imageAlt } from './images/image-alt.ts'
import { imageRedundantAlt } from './images/image-redundant-alt.ts'
import { inputImageAlt } from './images/input-image-alt.ts'
import { objectAlt } from './images/object-alt.ts'
import { roleImgAlt } from './images/role-img-alt.ts'
import { svgImgAlt } from './images/svg-img-alt.ts'
import { accesskeys } from './keyboard/accesskeys.ts'
import { nestedInteractive } from './keyboard/nested-interactive.ts'
import { presentationRoleConflict } from './keyboard/presentation-role-conflict.ts'
import { tabindex } from './keyboard/tabindex.ts'
import { bypass } from './landmarks/bypass.ts'
import { landmarkNoDuplicateMain } from './landmarks/landmark-no-duplicate-main.ts'
import { landmarkOneMain } from './landmarks/landmark-one-main.ts'
import { skipLink } from './landmarks/skip-link.ts'
import { htmlHasLang } from './language/html-has-lang.ts'
import { htmlLangValid } from './language/html-lang-valid.ts'
import { htmlXmlLangMismatch } from './language/html-xml-lang-mismatch.ts'
import { validLang } from './language/valid-lang.ts'
import { identicalLinksSamePurpose } from './links/identical-links-same-purpose.ts'
import { linkName } from './links/link-name.ts'
import { definitionList } from './lists/definition-list.ts'
import { dlitem } from './lists/dlitem.ts'
import { list } from './lists/list.ts'
import { listitem } from './lists/listitem.ts'
import { noAutoplayAudio } from './media/no-autoplay-audio.ts'
import { videoCaption } from './media/video-caption.ts'
import { metaRefresh } from './meta/meta-refresh.ts'
import { metaViewport } from './meta/meta-viewport.ts'
import { metaViewportLarge } from './meta/meta-viewport-large.ts'
import { blink } from './obsolete/blink.ts'
import { marquee } from './obsolete/marquee.ts'
import { serverSideImageMap } from './obsolete/server-side-image-map.ts'
import { emptyTableHeader } from './tables/empty-table-header.ts'
import { scopeAttrValid } from './tables/scope-attr-valid.ts'
import { tableDuplicateName } from './tables/table-duplicate-name.ts'
import { tdHeadersAttr } from './tables/td-headers-attr.ts'
import { thHasDataCells } from './tables/th-has-data-cells.ts'

/** Rules about people who read the page by other means than a screen and a mouse, in the order of the catalogue. */
export const accessibilityRules: readonly RuleDefinition[] = [
  imageAlt,
  inputImageAlt,
  areaAlt,
  roleImgAlt,
  svgImgAlt,
  objectAlt,
  imageRedundantAlt,
  linkName,
  identicalLinksSamePurpose,
  htmlHasLang,
  htmlLangValid,
  htmlXmlLangMismatch,
  validLang,
  metaViewport,
  metaViewportLarge,
  metaRefresh,
  videoCaption,
  noAutoplayAudio,
  tabindex,
  accesskeys,
  nestedInteractive,
  presentationRoleConflict,
  landmarkOneMain,
  landmarkNoDuplicateMain,
  bypass,
  skipLink,
  serverSideImageMap,
  blink,
  marquee,
  ariaCommandName,
  ariaInputFieldName,
  ariaToggleFieldName,
  ariaMeterName,
  ariaProgressbarName,
  ariaTooltipName,
  ariaTreeitemName,
  label,
  selectName,
  formFieldMultipleLabels,
  labelTitleOnly,
  autocompleteValid,
  inputButtonName,
  buttonName,
  frameTitle,
  frameTitleUnique,
  headingOrder,
  emptyHeading,
  list,
  listitem,
  definitionList,
  dlitem,
  tdHeadersAttr,
  thHasDataCells,
  scopeAttrValid,
  emptyTableHeader,
  tableDuplicateName,
  duplicateIdAria,
  ariaRoles,
  ariaValidAttr,
  ariaValidAttrValue,
  ariaAllowedAttr,
  ariaProhibitedAttr,
  ariaRequiredAttr,
  ariaRequiredChildren,
  ariaRequiredParent,
  ariaAllowedRole,
  ariaDeprecatedRole,
  ariaHiddenBody,
  ariaHiddenFocus,
  ariaBrailleEquivalent,
  ariaConditionalAttr,
  ariaText,
  summaryName,
]
