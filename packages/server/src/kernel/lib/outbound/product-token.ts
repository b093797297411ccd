/** The name by which robots.txt files and pages address this program: letters, "-" and "_" only. */
export const PRODUCT_TOKEN = 'VesperBot';
