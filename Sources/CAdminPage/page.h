// The page of the admin API, as it stands in page.html.
const char *admin_page(void);
