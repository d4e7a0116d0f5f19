"""The measurements in the order of the report; each has NAME, TITLE, PARTS, measure and tables."""
from measurements import bodies, delays, inprocess, memory, recording, scaling, startup, versions

ALL = [scaling, bodies, delays, versions, startup, memory, recording, inprocess]
