package io.github.pulsarusercenter.snapshot.rights;

import io.github.pulsarusercenter.vocabulary.IpAddress;
import io.github.pulsarusercenter.vocabulary.IpNetwork;
import java.util.ArrayList;
import java.util.List;

/**
 * Networks that a grant, a user or a token is limited to, ready to be compared without garbage. The
 * twin of {@code app/access/network_limits.py}.
 *
 * @param names the networks as they were sent
 * @param networks empty when one is not a network: then nothing is in the list
 */
public record NetworkList(List<String> names, IpNetwork[] networks) {
  /** The networks of these names; null for null. */
  public static NetworkList of(List<String> names) {
    if (names == null) {
      return null;
    }
    List<IpNetwork> known = new ArrayList<>();
    for (String name : names) {
      IpNetwork network = IpNetwork.parse(name);
      if (network == null) {
        return new NetworkList(List.copyOf(names), new IpNetwork[0]);
      }
      known.add(network);
    }
    return new NetworkList(List.copyOf(names), known.toArray(new IpNetwork[0]));
  }

  /** True when there is no limit, or the address is in one of the networks. */
  public static boolean letIn(NetworkList networks, IpAddress address) {
    return networks == null || networks.contains(address);
  }

  /** False for null, an address that is not known. */
  public boolean contains(IpAddress address) {
    if (address == null) {
      return false;
    }
    for (IpNetwork network : networks) {
      if (network.contains(address)) {
        return true;
      }
    }
    return false;
  }

  /** True when no address is in it, because there is no network or one is not understood. */
  public boolean isMeaningless() {
    return networks.length == 0;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NetworkList that && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
