/** R-BASKET-13; the database refuses more (basket_max_lines). */
export const maxLines = 1000
/** The basket page shows a larger basket in pages (R-BASKET-14). */
export const linesPerPage = 100
