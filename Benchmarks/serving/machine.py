"""What the figures are measured on, and the system's accounting of processes (proc(5))."""
import os
import platform

TICK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def read(path):
    """The text of a file of the system; empty when it is gone, as that of an ended process."""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def description():
    """Processor, cores, memory and kernel."""
    model = next((line.split(":", 1)[1].strip() for line in read("/proc/cpuinfo").splitlines()
                  if line.startswith("model name")), "processor of unknown make")
    memory = os.sysconf("SC_PHYS_PAGES") * PAGE >> 30
    return f"{model}, {os.cpu_count()} cores, {memory} GB; Linux {platform.release()}"


def load():
    """How many threads wanted to run in the last minute, on average."""
    return os.getloadavg()[0]


def stolen():
    """Seconds for which the host of a virtual machine has kept its processors from running."""
    fields = read("/proc/stat").split("\n", 1)[0].split()
    return int(fields[8]) / TICK if len(fields) > 8 else 0.0


def fields_of(process):
    """The fields of /proc/PID/stat from the third on, as the name before them may hold blanks."""
    return read(f"/proc/{process}/stat").rpartition(")")[2].split()


def family_of(process):
    """The process and all processes below it."""
    found = [process]
    for thread in os.listdir(f"/proc/{process}/task"):
        for child in read(f"/proc/{process}/task/{thread}/children").split():
            found += family_of(int(child))
    return found


def processor_time(process):
    """Seconds that processors were busy for the process, user and system, with its children."""
    total = 0
    for member in family_of(process):
        fields = fields_of(member)
        if fields:
            total += int(fields[11]) + int(fields[12])
    return total / TICK


def resident(process):
    """Bytes in memory of the process and its children."""
    return sum(int(fields[21]) * PAGE for fields in map(fields_of, family_of(process)) if fields)
