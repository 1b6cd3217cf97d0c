"""What every page must stand: nothing spills over the edge, targets are large enough, axe finds nothing."""

AXE = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SMALLEST = """() => [...document.querySelectorAll('main button, main select, main input, main summary, main .button')]
  .filter((e) => e.offsetParent && !e.closest('dialog'))
  .map((e) => [e.outerHTML.slice(0, 90), e.getBoundingClientRect()])
  .filter(([, r]) => r.width > 0 && (r.width < 23.5 || r.height < 23.5))
  .map(([h, r]) => `${h} ${r.width}x${r.height}`)"""
SPILLS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def check(page):
    """Nothing to be said against the page as it is."""
    from axe_playwright_python.sync_playwright import Axe

    assert page.evaluate(SPILLS) <= 0, "something is wider than the window"
    assert page.evaluate(SMALLEST) == [], "a target is too small"
    found = Axe().run(page, options=AXE)
    assert found.violations_count == 0, found.generate_report()
