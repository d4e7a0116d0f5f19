"""A stub server and Chromium without a window, for the tests of the admin page."""
import json
import pathlib
import subprocess
import time
import urllib.error
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

CHROMIUM, DRIVER = "/usr/bin/chromium", "/usr/bin/chromedriver"
KEYS = Keys

#: Notes what must not happen, from before the page's own script runs, and counts the most work that it
#: does before it lets the browser go on: elements made, and characters of JSON parsed.
WATCH = """
  window.violations = []; window.longTasks = []; window.loadedAt = performance.timeOrigin;
  addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) longTasks.push(Math.round(task.duration));
  }).observe({ type: 'longtask' });
  window.work = { elements: 0, characters: 0 };
  const counted = { elements: 0, characters: 0 };
  let isCounting = false;
  function count(kind, amount) {
    counted[kind] += amount;
    if (isCounting) return;
    isCounting = true;
    setTimeout(() => {
      for (const kind in counted) {
        work[kind] = Math.max(work[kind], counted[kind]);
        counted[kind] = 0;
      }
      isCounting = false;
    });
  }
  const [createElement, parse] = [Document.prototype.createElement, JSON.parse];
  Document.prototype.createElement = function (...names) {
    count('elements', 1);
    return createElement.apply(this, names);
  };
  JSON.parse = (text, ...rest) => {
    count('characters', text.length);
    return parse(text, ...rest);
  };
"""


class Server:
    """A running `stubber serve`."""

    def __init__(self, stubber, folder, *options, port=0):
        self.process = subprocess.Popen(
            [stubber, "serve", str(folder), "--port", str(port), "--json", *options],
            stdout=subprocess.PIPE, text=True)
        self.serving = json.loads(self.process.stdout.readline())
        self.url = self.serving["url"]
        self.admin = self.url + "/__admin/"
        # Nobody reads the log, so its end is given to a program that does.
        subprocess.Popen(["cat"], stdin=self.process.stdout, stdout=subprocess.DEVNULL)

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def ask(self, path, method="GET", body=None, headers=None):
        """Status and text of a response."""
        data = body.encode() if body is not None else None
        request = urllib.request.Request(self.url + path, data, headers or {}, method=method)
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=300) as response:
                return response.status, response.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()


class Page:
    """The admin page in a browser; `traced` to know what its tasks take of the processor."""

    def __init__(self, traced=False):
        options = webdriver.ChromeOptions()
        options.binary_location = CHROMIUM
        for option in ["headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                       "disable-background-networking", "no-proxy-server"]:
            options.add_argument(f"--{option}")
        logs = {"browser": "ALL"}
        if traced:
            logs["performance"] = "ALL"
            options.add_experimental_option("perfLoggingPrefs", {
                "enableNetwork": False, "enablePage": False,
                "traceCategories": "devtools.timeline,disabled-by-default-devtools.timeline"})
        options.set_capability("goog:loggingPrefs", logs)
        self.driver = webdriver.Chrome(service=Service(DRIVER), options=options)
        self.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        self.resize(1000, 700)

    def command(self, name, **parameters):
        return self.driver.execute_cdp_cmd(name, parameters)

    def resize(self, width, height):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height,
                     deviceScaleFactor=1, mobile=False)

    def open(self, server, place="#/requests"):
        # A document of its own, where otherwise only the part behind # would change.
        self.driver.get("about:blank")
        self.command("Browser.grantPermissions", origin=server.url,
                     permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.driver.get(server.admin + place)
        self.wait("the page has loaded", lambda: self.run("return journal.isLoaded || !!tokenForm"))

    def go(self, place):
        self.run("location.hash = arguments[0]", place)

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def wait(self, what, holds, seconds=120):
        """Waits until something holds, and gives what it is."""
        end = time.monotonic() + seconds
        while True:
            found = holds()
            if found:
                return found
            if time.monotonic() > end:
                raise AssertionError(f"{what}: not so after {seconds} s; the page shows:\n{self.text()}")
            time.sleep(0.05)

    def text(self, selector="body"):
        """What can be seen of the first element."""
        return self.run("const e = document.querySelector(arguments[0]); return e ? e.innerText : ''", selector)

    def shows(self, text, selector="body"):
        return self.wait(f"{text!r} in {selector}", lambda: text in self.text(selector))

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((e) => e.innerText)", selector)

    def find(self, selector):
        def visible():
            try:
                return next((e for e in self.driver.find_elements(By.CSS_SELECTOR, selector)
                             if e.is_displayed()), None)
            except StaleElementReferenceException:
                return None  # It was drawn anew in between.
        return self.wait(f"an element {selector}", visible)

    def click(self, selector, text=None):
        """Clicks the first visible element, with that text on it if one is given."""
        def press():
            return self.run("""
              const found = [...document.querySelectorAll(arguments[0])].find((e) =>
                e.checkVisibility() && (!arguments[1] || e.innerText.trim() === arguments[1]));
              found?.click();
              return Boolean(found)""", selector, text)
        self.wait(f"something to click: {selector} {text or ''}", press)

    def press(self, selector):
        """Clicks the first visible element with the mouse, as people do: where it is, whatever is there."""
        ActionChains(self.driver).move_to_element(self.find(selector)).click().perform()

    def press_key(self, key):
        """Presses a key where the focus is."""
        ActionChains(self.driver).send_keys(key).perform()

    def type(self, keys, selector="body"):
        self.driver.find_element(By.CSS_SELECTOR, selector).send_keys(keys)

    def clipboard(self):
        return self.driver.execute_async_script(
            "navigator.clipboard.readText().then(arguments[0], (e) => arguments[0](String(e)))")

    def long_tasks(self):
        """The tasks of the page since the last call that took the processor for more than 50 ms.

        A task that the machine interrupts for others takes longer by the clock, as an observer in the
        page sees it; that is told as well.
        """
        seen = self.run("const seen = longTasks; longTasks = []; return seen")
        events = [json.loads(entry["message"])["message"]["params"]
                  for entry in self.driver.get_log("performance")]
        threads = {(event["pid"], event["tid"]) for event in events if event.get("name") == "FunctionCall"
                   and "/__admin/" in event["args"].get("data", {}).get("url", "")}
        assert threads, "nothing was traced of the page"
        times = [event["tdur"] // 1000 for event in events if "RunTask" in event.get("name", "")
                 and (event["pid"], event["tid"]) in threads and "tdur" in event]
        return [time for time in times if time > 50], max(times), seen

    def complaints(self):
        """Errors on the console, and what the policy has stopped."""
        messages = [entry["message"] for entry in self.driver.get_log("browser")
                    if entry["level"] in ("SEVERE", "WARNING")]
        # That a request was refused is part of some tests; the browser notes each.
        return [m for m in messages if "Failed to load resource" not in m] + self.run("return violations")


def folder(path, **files):
    """A folder with these stub files."""
    path = pathlib.Path(path)
    path.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (path / name.replace("_", ".")).write_text(text)
    return path
