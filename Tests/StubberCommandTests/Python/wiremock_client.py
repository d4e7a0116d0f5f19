"""Uses PyPI's WireMock client, as its documentation does, with the server whose URL is the argument."""

import sys

import requests
from wiremock.client import (
    DelayDistribution, DelayDistributionMethods, GlobalSetting, GlobalSettings, HttpMethods, Mapping,
    MappingRequest, MappingResponse, Mappings, NearMisses, NearMissMatchPatternRequest,
    NearMissMatchRequest, Requests, ResponseFaultType, Scenarios, WireMockMatchers,
)
from wiremock.constants import Config
from wiremock.exceptions import NotFoundException

URL = sys.argv[1]
Config.base_url = URL + "/__admin"


def check(name, actual, expected):
    if actual != expected:
        sys.exit(f"{name}: expected {expected!r}, got {actual!r}")
    print("ok", name)


def stub(url, **others):
    return Mapping(
        request=MappingRequest(method=HttpMethods.GET, url=url),
        response=MappingResponse(status=200, body=others.pop("body", "hi")), **others)


def mappings():
    made = Mappings.create_mapping(mapping=stub("/hello", priority=100, persistent=False))
    check("create: identifier", len(made.id), 36)
    check("create: answer", requests.get(URL + "/hello").text, "hi")
    check("get", Mappings.retrieve_mapping(made).request.url, "/hello")
    check("get by id", Mappings.retrieve_mapping(made.id).response.body, "hi")
    made.response.body = "changed"
    check("update", Mappings.update_mapping(made).response.body, "changed")
    check("update: answer", requests.get(URL + "/hello").text, "changed")
    Mappings.create_mapping(mapping=stub("/other"))
    listed = Mappings.retrieve_all_mappings()
    check("list", [mapping.request.url for mapping in listed.mappings], ["/other", "/hello"])
    check("list: total", listed.meta.total, 2)
    check("list: limit", len(Mappings.retrieve_all_mappings(parameters={"limit": 1}).mappings), 1)
    check("delete", Mappings.delete_mapping(made).status_code, 200)
    try:
        Mappings.retrieve_mapping(made.id)
        sys.exit("a deleted mapping was found")
    except NotFoundException:
        print("ok get what is not there")
    Mappings.create_mapping(mapping=stub("/tagged", metadata={"tag": "a"}))
    Mappings.delete_mapping_by_metadata(
        {"matchesJsonPath": {"expression": "$.tag", "equalTo": "a"}})
    check("delete by metadata", requests.get(URL + "/tagged").status_code, 404)
    check("delete all", Mappings.delete_all_mappings().status_code, 200)
    check("delete all: list", Mappings.retrieve_all_mappings().meta.total, 0)


def matching():
    Mappings.create_mapping(mapping=Mapping(
        request=MappingRequest(
            method=HttpMethods.POST, url_path="/search",
            headers={"Accept": {WireMockMatchers.CONTAINS: "json"}},
            query_parameters={"q": {WireMockMatchers.MATCHES: "[a-z]+"}},
            cookies={"s": {WireMockMatchers.EQUAL_TO: "1"}},
            body_patterns=[
                {WireMockMatchers.EQUAL_TO_JSON: '{"a": [1, 2]}',
                 WireMockMatchers.IGNORE_ARRAY_ORDER: True},
                {WireMockMatchers.MATCHES_JSON_PATH: "$.a"}]),
        response=MappingResponse(
            status=201, headers={"X-Answer": "yes"}, json_body={"ok": True},
            delay_distribution=DelayDistribution(
                distribution_type=DelayDistributionMethods.UNIFORM, lower=1, upper=2))))
    answer = requests.post(
        URL + "/search?q=abc", json={"a": [2, 1]}, headers={"Accept": "text/json"},
        cookies={"s": "1"})
    check("match", (answer.status_code, answer.json()), (201, {"ok": True}))
    check("match: header", answer.headers["X-Answer"], "yes")
    check("no match", requests.post(URL + "/search?q=1", json={"a": [2, 1]}).status_code, 404)
    Mappings.create_mapping(mapping=Mapping(
        request=MappingRequest(method=HttpMethods.ANY, url_pattern="/broken.*"),
        response=MappingResponse(fault=ResponseFaultType.EMPTY_RESPONSE)))
    try:
        requests.get(URL + "/broken/1")
        sys.exit("a broken response was received")
    except requests.exceptions.ConnectionError:
        print("ok fault")


def saving():
    Mappings.delete_all_mappings()
    kept = Mappings.create_mapping(mapping=stub("/kept"))
    check("save", Mappings.persist_mappings().status_code, 200)
    Mappings.create_mapping(mapping=stub("/lost", persistent=False))
    check("reset", Mappings.reset_mappings().status_code, 200)
    listed = Mappings.retrieve_all_mappings()
    check("reset: list", [mapping.id for mapping in listed.mappings], [kept.id])
    check("reset: answers", requests.get(URL + "/kept").text, "hi")
    check("reset: lost", requests.get(URL + "/lost").status_code, 404)
    Mappings.delete_all_mappings()


def journal():
    check("forget", Requests.reset_request_journal().status_code, 200)
    Mappings.create_mapping(mapping=stub("/a"))
    for path in ["/a", "/a?x=1", "/b"]:
        requests.get(URL + path)
    received = Requests.get_all_received_requests(limit=2, parameters={})
    check("requests", [item.request.url for item in received.requests], ["/b", "/a?x=1"])
    check("requests: total", received.meta.total, 3)
    one = Requests.get_request(received.requests[0].id)
    check("request", one.request.url, "/b")
    pattern = NearMissMatchPatternRequest(url="/a", method=HttpMethods.GET)
    check("count", Requests.get_matching_request_count(pattern).count, 1)
    found = Requests.get_matching_requests(pattern)
    check("find", [request.url for request in found.requests], ["/a"])
    unmatched = Requests.get_unmatched_requests()
    check("unmatched", [request.url for request in unmatched.requests], ["/b", "/a?x=1"])
    near = Requests.get_unmatched_requests_near_misses()
    check("near misses of unmatched", near.near_misses[0].request.url, "/b")
    near = NearMisses.find_nearest_misses_by_request(
        NearMissMatchRequest(url="/aa", method=HttpMethods.GET))
    check("near misses of a request", near.near_misses[0].request.url, "/aa")
    check("near misses: distance", near.near_misses[0].match_result.distance > 0, True)
    near = NearMisses.find_nearest_misses_by_request_pattern(
        NearMissMatchPatternRequest(url="/bb", method=HttpMethods.GET))
    check("near misses of a pattern", near.near_misses[0].request_pattern.url, "/bb")


def scenarios():
    for required, new, body in [("Started", "two", "1"), ("two", "Started", "2")]:
        Mappings.create_mapping(mapping=stub(
            "/turns", body=body, scenario_name="turns", required_scenario_state=required,
            new_scenario_state=new))
    turns = [requests.get(URL + "/turns").text for _ in range(3)]
    check("scenario", turns, ["1", "2", "1"])
    check("scenario: reset", Scenarios.reset_all_scenarios().status_code, 200)
    check("scenario: after reset", requests.get(URL + "/turns").text, "1")


def settings():
    GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=40))
    answer = requests.get(URL + "/a")
    check("settings", answer.elapsed.total_seconds() >= 0.04, True)
    GlobalSettings.update_global_settings(GlobalSetting(fixed_delay=0))


for part in [mappings, matching, saving, journal, scenarios, settings]:
    part()
