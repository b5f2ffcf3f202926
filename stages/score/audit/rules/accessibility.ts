import type { Rule } from '../rule.ts'
import { accesskeys } from './accessibility/accesskeys.ts'
import { areaAlt } from './accessibility/area-alt.ts'
import { ariaAllowedAttr } from './accessibility/aria-allowed-attr.ts'
import { ariaAllowedRole } from './accessibility/aria-allowed-role.ts'
import { ariaBrailleEquivalent } from './accessibility/aria-braille-equivalent.ts'
import { ariaCommandName } from './accessibility/aria-command-name.ts'
import { ariaConditionalAttr } from './accessibility/aria-conditional-attr.ts'
import { ariaDeprecatedRole } from './accessibility/aria-deprecated-role.ts'
import { ariaHiddenBody } from './accessibility/aria-hidden-body.ts'
import { ariaHiddenFocus } from './accessibility/aria-hidden-focus.ts'
import { ariaInputFieldName } from './accessibility/aria-input-field-name.ts'
import { ariaMeterName } from './accessibility/aria-meter-name.ts'
import { ariaProgressbarName } from './accessibility/aria-progressbar-name.ts'
import { ariaProhibitedAttr } from './accessibility/aria-prohibited-attr.ts'
import { ariaRequiredAttr } from './accessibility/aria-required-attr.ts'
import { ariaRequiredChildren } from './accessibility/aria-required-children.ts'
import { ariaRequiredParent } from './accessibility/aria-required-parent.ts'
import { ariaRoles } from './accessibility/aria-roles.ts'
import { ariaText } from './accessibility/aria-text.ts'
import { ariaToggleFieldName } from './accessibility/aria-toggle-field-name.ts'
import { ariaTooltipName } from './accessibility/aria-tooltip-name.ts'
import { ariaTreeitemName } from './accessibility/aria-treeitem-name.ts'
import { ariaValidAttr } from './accessibility/aria-valid-attr.ts'
import { ariaValidAttrValue } from './accessibility/aria-valid-attr-value.ts'
import { autocompleteValid } from './accessibility/autocomplete-valid.ts'
import { blink } from './accessibility/blink.ts'
import { buttonName } from './accessibility/button-name.ts'
import { bypass } from './accessibility/bypass.ts'
import { definitionList } from './accessibility/definition-list.ts'
import { dlitem } from './accessibility/dlitem.ts'
import { duplicateIdAria } from './accessibility/duplicate-id-aria.ts'
import { emptyHeading } from './accessibility/empty-heading.ts'
import { emptyTableHeader } from './accessibility/empty-table-header.ts'
import { formFieldMultipleLabels } from './accessibility/form-field-multiple-labels.ts'
import { frameTitle } from './accessibility/frame-title.ts'
import { frameTitleUnique } from './accessibility/frame-title-unique.ts'
import { headingOrder } from './accessibility/heading-order.ts'
import { htmlHasLang } from './accessibility/html-has-lang.ts'
import { htmlLangValid } from './accessibility/html-lang-valid.ts'
import { htmlXmlLangMismatch } from './accessibility/html-xml-lang-mismatch.ts'
import { identicalLinksSamePurpose } from './accessibility/identical-links-same-purpose.ts'
import { imageAlt } from './accessibility/image-alt.ts'
import { imageRedundantAlt } from './accessibility/image-redundant-alt.ts'
import { inputButtonName } from './accessibility/input-button-name.ts'
import { inputImageAlt } from './accessibility/input-image-alt.ts'
import { label } from './accessibility/label.ts'
import { labelTitleOnly } from './accessibility/label-title-only.ts'
import { landmarkNoDuplicateMain } from './accessibility/landmark-no-duplicate-main.ts'
import { landmarkOneMain } from './accessibility/landmark-one-main.ts'
import { linkName } from './accessibility/link-name.ts'
import { list } from './accessibility/list.ts'
import { listitem } from './accessibility/listitem.ts'
import { marquee } from './accessibility/marquee.ts'
import { metaRefresh } from './accessibility/meta-refresh.ts'
import { metaViewport } from './accessibility/meta-viewport.ts'
import { metaViewportLarge } from './accessibility/meta-viewport-large.ts'
import { nestedInteractive } from './accessibility/nested-interactive.ts'
import { noAutoplayAudio } from './accessibility/no-autoplay-audio.ts'
import { objectAlt } from './accessibility/object-alt.ts'
import { presentationRoleConflict } from './accessibility/presentation-role-conflict.ts'
import { roleImgAlt } from './accessibility/role-img-alt.ts'
import { scopeAttrValid } from './accessibility/scope-attr-valid.ts'
import { selectName } from './accessibility/select-name.ts'
import { serverSideImageMap } from './accessibility/server-side-image-map.ts'
import { skipLink } from './accessibility/skip-link.ts'
import { summaryName } from './accessibility/summary-name.ts'
import { svgImgAlt } from './accessibility/svg-img-alt.ts'
import { tabindex } from './accessibility/tabindex.ts'
import { tableDuplicateName } from './accessibility/table-duplicate-name.ts'
import { tdHeadersAttr } from './accessibility/td-headers-attr.ts'
import { thHasDataCells } from './accessibility/th-has-data-cells.ts'
import { validLang } from './accessibility/valid-lang.ts'
import { videoCaption } from './accessibility/video-caption.ts'

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
