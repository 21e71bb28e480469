#!/bin/bash
# Unpacks Debian's SimGrid with what it needs into a folder, touching nothing that is installed: unpack.sh FOLDER
set -euo pipefail

folder=${1:?usage: unpack.sh FOLDER}
packages=(libsimgrid-dev libsimgrid3.32 libboost-context1.74.0 libboost-stacktrace1.74.0 libgfortran5 libns3.37 libgsl27
  libgslcblas0)

mkdir -p "$folder/packages"
cd "$folder/packages"
apt-get download "${packages[@]}"
for package in *.deb; do dpkg-deb --extract "$package" "$folder"; done
echo "cmake … -DFMPLAN_BUILD_BENCH=ON -DFMPLAN_SIMGRID_ROOT=$(cd "$folder" && pwd)/usr"
