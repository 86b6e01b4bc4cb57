package rules

// Bible is Bible Chess (B1 to B25).
var Bible Format
