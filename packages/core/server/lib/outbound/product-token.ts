/** Our name in robots.txt files and pages: letters, "-" and "_" only. */
export const PRODUCT_TOKEN = 'VesperBot';
