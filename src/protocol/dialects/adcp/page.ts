/** Results on one page; no agent gives more. */
export const mostPerPage = 100;
