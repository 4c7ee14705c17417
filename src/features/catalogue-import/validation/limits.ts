// The limits of cells: the validation and the descriptions of the templates read the same numbers.
export const maxCodeLength = 60
export const maxNameLength = 100
export const maxTitleLength = 200
export const maxDescriptionLength = 20_000
export const maxValueLength = 200
export const maxPathLength = 200
/** The years of manufacture of a machine; the same numbers are in migration 051. */
export const minYear = 1900
export const maxYear = 2100
/** The longest lead time in days; the same number is in migration 060. */
export const maxLeadDays = 365
export const maxStock = 1_000_000_000
