#if !__has_include(<yaml.h>)
#error "install libyaml-dev (apt) or libyaml (brew)"
#endif
#include <yaml.h>
