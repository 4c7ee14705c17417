/** Where an order would be taken by a shop that lacks what a sale needs (R-EMPTY-2). */
export const notOpenMessage = 'This shop is not open yet, so we cannot take orders.'
