import type { Rule } from '../engine/rule.ts'
import { ariaAllowedAttr } from './accessibility/aria/aria-allowed-attr.ts'
import { ariaAllowedRole } from './accessibility/aria/aria-allowed-role.ts'
import { ariaBrailleEquivalent } from './accessibility/aria/aria-braille-equivalent.ts'
import { ariaConditionalAttr } from './accessibility/aria/aria-conditional-attr.ts'
import { ariaDeprecatedRole } from './accessibility/aria/aria-deprecated-role.ts'
import { ariaHiddenBody } from './accessibility/aria/aria-hidden-body.ts'
import { ariaHiddenFocus } from './accessibility/aria/aria-hidden-focus.ts'
import { ariaProhibitedAttr } from './accessibility/aria/aria-prohibited-attr.ts'
import { ariaRequiredAttr } from './accessibility/aria/aria-required-attr.ts'
import { ariaRequiredChildren } from './accessibility/aria/aria-required-children.ts'
import { ariaRequiredParent } from './accessibility/aria/aria-required-parent.ts'
import { ariaRoles } from './accessibility/aria/aria-roles.ts'
import { ariaText } from './accessibility/aria/aria-text.ts'
import { ariaValidAttr } from './accessibility/aria/aria-valid-attr.ts'
import { ariaValidAttrValue } from './accessibility/aria/aria-valid-attr-value.ts'
import { duplicateIdAria } from './accessibility/aria/duplicate-id-aria.ts'
import { ariaCommandName } from './accessibility/aria-names/aria-command-name.ts'
import { ariaInputFieldName } from './accessibility/aria-names/aria-input-field-name.ts'
import { ariaMeterName } from './accessibility/aria-names/aria-meter-name.ts'
import { ariaProgressbarName } from './accessibility/aria-names/aria-progressbar-name.ts'
import { ariaToggleFieldName } from './accessibility/aria-names/aria-toggle-field-name.ts'
import { ariaTooltipName } from './accessibility/aria-names/aria-tooltip-name.ts'
import { ariaTreeitemName } from './accessibility/aria-names/aria-treeitem-name.ts'
import { summaryName } from './accessibility/disclosure/summary-name.ts'
import { autocompleteValid } from './accessibility/forms/autocomplete-valid.ts'
import { buttonName } from './accessibility/forms/button-name.ts'
import { formFieldMultipleLabels } from './accessibility/forms/form-field-multiple-labels.ts'
import { inputButtonName } from './accessibility/forms/input-button-name.ts'
import { label } from './accessibility/forms/label.ts'
import { labelTitleOnly } from './accessibility/forms/label-title-only.ts'
import { selectName } from './accessibility/forms/select-name.ts'
import { frameTitle } from './accessibility/frames/frame-title.ts'
import { frameTitleUnique } from './accessibility/frames/frame-title-unique.ts'
import { emptyHeading } from './accessibility/headings/empty-heading.ts'
import { headingOrder } from './accessibility/headings/heading-order.ts'
import { areaAlt } from './accessibility/images/area-alt.ts'
import { imageAlt } from './accessibility/images/image-alt.ts'
import { imageRedundantAlt } from './accessibility/images/image-redundant-alt.ts'
import { inputImageAlt } from './accessibility/images/input-image-alt.ts'
import { objectAlt } from './accessibility/images/object-alt.ts'
import { roleImgAlt } from './accessibility/images/role-img-alt.ts'
import { svgImgAlt } from './accessibility/images/svg-img-alt.ts'
import { accesskeys } from './accessibility/keyboard/accesskeys.ts'
import { nestedInteractive } from './accessibility/keyboard/nested-interactive.ts'
import { presentationRoleConflict } from './accessibility/keyboard/presentation-role-conflict.ts'
import { tabindex } from './accessibility/keyboard/tabindex.ts'
import { bypass } from './accessibility/landmarks/bypass.ts'
import { landmarkNoDuplicateMain } from './accessibility/landmarks/landmark-no-duplicate-main.ts'
import { landmarkOneMain } from './accessibility/landmarks/landmark-one-main.ts'
import { skipLink } from './accessibility/landmarks/skip-link.ts'
import { htmlHasLang } from './accessibility/language/html-has-lang.ts'
import { htmlLangValid } from './accessibility/language/html-lang-valid.ts'
import { htmlXmlLangMismatch } from './accessibility/language/html-xml-lang-mismatch.ts'
import { validLang } from './accessibility/language/valid-lang.ts'
import { identicalLinksSamePurpose } from './accessibility/links/identical-links-same-purpose.ts'
import { linkName } from './accessibility/links/link-name.ts'
import { definitionList } from './accessibility/lists/definition-list.ts'
import { dlitem } from './accessibility/lists/dlitem.ts'
import { list } from './accessibility/lists/list.ts'
import { listitem } from './accessibility/lists/listitem.ts'
import { noAutoplayAudio } from './accessibility/media/no-autoplay-audio.ts'
import { videoCaption } from './accessibility/media/video-caption.ts'
import { metaRefresh } from './accessibility/meta/meta-refresh.ts'
import { metaViewport } from './accessibility/meta/meta-viewport.ts'
import { metaViewportLarge } from './accessibility/meta/meta-viewport-large.ts'
import { blink } from './accessibility/obsolete/blink.ts'
import { marquee } from './accessibility/obsolete/marquee.ts'
import { serverSideImageMap } from './accessibility/obsolete/server-side-image-map.ts'
import { emptyTableHeader } from './accessibility/tables/empty-table-header.ts'
import { scopeAttrValid } from './accessibility/tables/scope-attr-valid.ts'
import { tableDuplicateName } from './accessibility/tables/table-duplicate-name.ts'
import { tdHeadersAttr } from './accessibility/tables/td-headers-attr.ts'
import { thHasDataCells } from './accessibility/tables/th-has-data-cells.ts'

/** Rules about people who read a page by other means than a screen and a mouse, in catalogue order. */
export const accessibilityRules: readonly Rule[] = [
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
