"""The measurements in the order of the report; each has NAME, TITLE, PARTS, measure and tables."""
from measurements import (bodies, defaults, delays, inprocess, memory, recording, scaling, startup,
                          versions)

ALL = [scaling, defaults, bodies, delays, versions, startup, memory, recording, inprocess]
