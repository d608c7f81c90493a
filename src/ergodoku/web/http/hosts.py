"""The names and addresses of this machine: which ones to print, and which host names to accept."""

from __future__ import annotations

import ipaddress
import socket

LOOPBACK = frozenset({"127.0.0.1", "localhost", "::1"})
EVERYWHERE = frozenset({"0.0.0.0", "::"})


def own_names(host: str) -> frozenset[str]:
    """Return the host names that a server on ``host`` accepts, in lower case.

    Other addresses of the machine are not needed: `Guard` accepts the address at which a request arrives.
    """
    names = LOOPBACK | {host.lower()}
    if host in LOOPBACK:
        return names
    machine = socket.gethostname().lower()
    return names | {machine, f"{machine.partition('.')[0]}.local"}


def addresses_to_open(host: str, port: int) -> list[str]:
    """Return the addresses to open in a browser: all reachable ones if the server listens everywhere.

    Examples
    --------
    >>> addresses_to_open("127.0.0.1", 8000)
    ['http://127.0.0.1:8000/']
    >>> addresses_to_open("::1", 8000)
    ['http://[::1]:8000/']
    """
    hosts = _machine_addresses(host) if host in EVERYWHERE else [host]
    return [f"http://{f'[{each}]' if ':' in each else each}:{port}/" for each in hosts]


def plain_address(address: str) -> str:
    """Return an IP address in a form that can be compared; an IPv4 address inside IPv6 becomes plain IPv4.

    Examples
    --------
    >>> plain_address("::ffff:192.0.2.7")
    '192.0.2.7'
    >>> plain_address("somebody")
    'somebody'
    """
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(found)


def _machine_addresses(host: str) -> list[str]:
    """Return the addresses at which other machines reach this one, or loopback if there are none."""
    import ifaddr

    texts = [
        ip.ip if isinstance(ip.ip, str) else ip.ip[0] for card in ifaddr.get_adapters() for ip in card.ips
    ]
    found = [ipaddress.ip_address(text) for text in texts]
    reachable = [each for each in found if not each.is_loopback and not each.is_link_local]
    version_4 = [str(each) for each in reachable if each.version == 4]
    version_6 = [str(each) for each in reachable if each.version == 6] if host == "::" else []
    return version_4 + version_6 or ["127.0.0.1"]
